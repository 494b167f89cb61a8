import { useNavigate } from "@tanstack/react-router";
import { practiceToday } from "#room/features/names/practice-today.ts";
import { loadCode } from "#room/api/load-code.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import { filledCells } from "#room/features/visits/editor/draft/filled.ts";
import { asNewVisit } from "#room/features/visits/editor/draft/reuse.ts";
import { dateOfServicePath } from "#room/features/visits/editor/draft/field-ref.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useEditor } from "./editor-context.ts";

export function useCopyAsNew(eventId: string): () => void {
  const session = useEditor();
  const { visits, userName } = useWorkspace();
  const navigate = useNavigate();
  const shared = useSharedVisit();
  const copyAsNew = async () => {
    const { state, invoiceNumber } = shared?.answer.visit ?? {};
    const isVoid = state === "voided";
    const wasCharged = isVoid || state === "charged" || visits.summary(eventId)?.state === "charged";
    const served = session.visit.text({ path: dateOfServicePath });
    const serviceDate = dayOfService(served);
    const { copyEvent } = await loadCode(() => import("#room/billing/copy-event.ts"));
    const copied = copyEvent(structuredClone(session.visit.event()), {
      uuid: () => crypto.randomUUID(),
      // A second bill for the same visit must not look like one for another day.
      today: (wasCharged && served) || practiceToday(session.visit.text({ path: "visitCharged.practiceId" })),
      createdId: userName,
    });
    const { event: copy, filled } = asNewVisit(copied, filledCells(session.visit));
    const charged = { ...(invoiceNumber && { invoice: invoiceNumber }), ...(serviceDate && { serviceDate }) };
    const source = { kind: "copy", name: eventId, ...(wasCharged && !isVoid && { charged }) } as const;
    await visits.add(copy, source, { filled });
    const date = wasCharged ? "the same date" : "today’s date";
    toast({ title: "Copied to a new visit", detail: `New IDs, ${date}, no payments.` });
    await navigate({ to: "/visits/$eventId", params: { eventId: copy.eventId ?? "" } });
  };
  return () => void copyAsNew();
}
