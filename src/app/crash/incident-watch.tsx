import { useEffect } from "react";
import { toast } from "#room/ui/toast-store.ts";
import { NotAllowed, NotTheWriter, StorageFailure } from "#room/workspace/browser/failures.ts";
import { noteIncident } from "./support-facts.ts";

/** What was pressed did nothing, for a reason in words that no part of the page has told. */
function tellUntold(reason: unknown): void {
  noteIncident(reason);
  if (reason instanceof StorageFailure || reason instanceof NotTheWriter || reason instanceof NotAllowed)
    toast({ title: "It wasn’t done", detail: reason.message, tone: "bad" });
}

export function IncidentWatch() {
  useEffect(() => {
    const stop = new AbortController();
    addEventListener("error", (event) => noteIncident(event.error), stop);
    addEventListener("unhandledrejection", (event) => tellUntold(event.reason), stop);
    return () => stop.abort();
  }, []);
  return null;
}
