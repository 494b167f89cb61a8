import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteIncident } from "./support-facts.ts";

/** Notes every failed call and every fault of the console for the support report. Draws nothing. */
export function IncidentWatch() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    addEventListener("error", (event) => noteIncident(event.error), stop);
    addEventListener("unhandledrejection", (event) => noteIncident(event.reason), stop);
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") noteIncident(event.action.error);
    });
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") noteIncident(event.action.error);
    });
    return () => {
      stop.abort();
      stopQueries();
      stopMutations();
    };
  }, [queryClient]);
  return null;
}
