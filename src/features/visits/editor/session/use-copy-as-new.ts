import { useNavigate } from "@tanstack/react-router";
import { todayHere } from "#room/api/today-here.ts";
import { copyEvent } from "#room/billing/copy-event.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useEditor } from "./editor-context.ts";

/** Creates a new visit from this one's content and opens it. */
export function useCopyAsNew(eventId: string): () => void {
  const session = useEditor();
  const { visits, userName } = useWorkspace();
  const navigate = useNavigate();
  const copyAsNew = async () => {
    const copy = copyEvent(structuredClone(session.visit.event()), {
      uuid: () => crypto.randomUUID(),
      today: todayHere(),
      createdId: userName,
    });
    await visits.add(copy, { kind: "copy", name: eventId });
    toast({ title: "Copied to a new visit", detail: "New IDs, today’s date, no payments." });
    await navigate({ to: "/visits/$eventId", params: { eventId: copy.eventId ?? "" } });
  };
  return () => void copyAsNew();
}
