import { useEffect } from "react";
import { noteIncident } from "./support-facts.ts";

export function IncidentWatch() {
  useEffect(() => {
    const stop = new AbortController();
    addEventListener("error", (event) => noteIncident(event.error), stop);
    addEventListener("unhandledrejection", (event) => noteIncident(event.reason), stop);
    return () => stop.abort();
  }, []);
  return null;
}
