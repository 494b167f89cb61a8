import { useEffect } from "react";
import { noteIncident } from "./support-facts.ts";

/**
 * Records every error of the console for the support report; failed calls are recorded where they are made. Renders
 * nothing.
 */
export function IncidentWatch() {
  useEffect(() => {
    const stop = new AbortController();
    addEventListener("error", (event) => noteIncident(event.error), stop);
    addEventListener("unhandledrejection", (event) => noteIncident(event.reason), stop);
    return () => stop.abort();
  }, []);
  return null;
}
