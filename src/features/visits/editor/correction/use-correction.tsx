import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "#room/api/account.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { useVisitSummary, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { adoptEvent } from "#room/features/visits/editor/draft/adopt-event.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { refusalWords } from "#room/features/visits/clinic/refusal-words.ts";
import { useRemove } from "#room/features/visits/queue/use-remove.ts";
import { toast } from "#room/ui/toast-store.ts";
import { isOpenCorrection } from "#room/workspace/visits/correction-entry.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { useContentCharged } from "./use-content-charged.ts";
import { useVisitInvoice } from "./use-visit-invoice.ts";

const VoidDialog = lateDialog(async () => (await import("./void-dialog.tsx")).VoidDialog);
const ElsewhereDialog = lateDialog(async () => (await import("./elsewhere-dialog.tsx")).ElsewhereDialog);

export function useCorrection(record: VisitRecord) {
  const { eventId } = record;
  const session = useEditor();
  const { visits } = useWorkspace();
  const navigate = useNavigate();
  const remove = useRemove();
  const summary = useVisitSummary(eventId);
  const mayCorrect = useMay("correct-charges");
  const { extensionNames } = useServiceConfig();
  const isOffered = extensionNames.includes("CorrectVisitRequest");
  const [isElsewhere, setIsElsewhere] = useState(false);
  // It stays when another person is faster: the service then says so, and the typed reason is not lost.
  const [voiding, setVoiding] = useState<Invoice>();
  const [charged, setCharged] = useState<DraftEvent>();
  const isCharged = summary?.state === "charged";
  const visitId = summary?.visitId ?? "";
  const data = useVisitInvoice(visitId, { eventId, isCharged });
  const standing = ({ invoice }: ResponseOf<"getVisitInvoice">) =>
    invoice?.state === "standing" && invoice.eventId === eventId ? invoice : undefined;
  const stands = data && standing(data);
  const readCharged = useContentCharged(eventId);
  const contentCharged = async () => (await readCharged()) ?? record.event;
  /** The open correction's eventId, which is begun if there is none. */
  const correctionOf = async (invoiceNumber: number): Promise<string> => {
    await session.saver.flush();
    const charged = await readCharged();
    const known = visits
      .ofVisit(visitId)
      .find((each) => isOpenCorrection(each) && each.source.name === eventId);
    if (known) return known.eventId;
    const newId = guidFromUuid(crypto.randomUUID());
    const before = charged ?? record.event;
    const source = {
      kind: "correction",
      name: eventId,
      corrects: { invoice: invoiceNumber, reason: "" },
    } as const;
    // What was typed since the charge goes along.
    const content = structuredClone({ ...session.visit.event(), eventId: newId });
    await visits.add(content, source, { imported: { ...before, eventId: newId } });
    if (charged && visits.summary(eventId)?.changedSinceAttempt) {
      adoptEvent(session.visit, charged, "Moved to the correction");
      await session.saver.flush();
    }
    return newId;
  };
  const begin = async (known: number | undefined) => {
    try {
      const invoiceNumber =
        known ?? standing(await callOperation("getVisitInvoice", { visitId }))?.invoiceNumber;
      if (invoiceNumber === undefined) {
        toast({ title: "This charge was corrected or voided already. Nothing was started.", tone: "warn" });
        return;
      }
      // A second press, here or in another tab, finds what the first has begun.
      const correction = await navigator.locks.request(`correct-${eventId}`, () =>
        correctionOf(invoiceNumber),
      );
      await navigate({ to: "/visits/$eventId", params: { eventId: correction } });
    } catch (error) {
      toast({ title: "The correction couldn’t be started", detail: refusalWords(error), tone: "bad" });
    }
  };
  /** First away from it, so that nothing shows a correction that is gone. */
  const discard = (charged: string) => {
    const shown = navigate({ to: "/visits/$eventId", params: { eventId: charged }, replace: true });
    void shown.then(() => remove([eventId]));
  };
  const showElsewhere = async () => {
    setCharged(await contentCharged());
    setIsElsewhere(true);
  };
  const close = () => setIsElsewhere(false);
  const canCorrect = isOffered && mayCorrect;
  const correct = () => void (canCorrect ? begin(stands?.invoiceNumber) : showElsewhere());
  const dialogs = (
    <>
      {isElsewhere && charged ? (
        <ElsewhereDialog
          isOffered={isOffered}
          charged={charged}
          draft={session.visit.event()}
          onClose={close}
          {...(!isOffered && { onType: () => void begin(0).finally(close) })}
        />
      ) : null}
      {voiding === undefined ? null : (
        <VoidDialog visitId={visitId} invoice={voiding} onClose={() => setVoiding(undefined)} />
      )}
    </>
  );
  // A charge that is corrected or voided already has nothing left to correct here.
  const isOver = data !== undefined && !stands;
  return {
    correct: isCharged && !isOver ? correct : undefined,
    discard: summary && isOpenCorrection(summary) ? () => discard(summary.source.name ?? eventId) : undefined,
    voidInvoice: canCorrect && stands ? () => setVoiding(stands) : undefined,
    dialogs,
  };
}
