import { set } from "react-hook-form";
import { draftFromEvent } from "./draft-from-event.ts";
import { VisitDraft } from "./visit-draft.ts";

/** A draft without a form, for work on an event that no page shows: plain values in the same shape. */
export function openDraft(event: unknown): VisitDraft {
  const { draft, source } = draftFromEvent(event);
  const values = structuredClone(draft);
  // What the mounted form does: it gives its own values to read, and puts clones in.
  const holder = {
    read: () => values,
    write: (name: string, value: unknown) => set(values, name, structuredClone(value)),
  };
  return new VisitDraft(holder, source);
}
