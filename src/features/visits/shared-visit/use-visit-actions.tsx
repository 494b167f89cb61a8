import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useState } from "react";
import { paidWords } from "#room/billing/paid-words.ts";
import { paidOn } from "./paid-on.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { visitTitle } from "#room/features/visits/visit-name.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { toast } from "#room/ui/toast-store.ts";
import { newNotes } from "./new-notes.ts";
import type { SharedVisit } from "./shared-visit.ts";
import type { ServiceVisit } from "./use-service-visit.ts";
import { untilWords } from "#room/features/visits/clinic/clinic-words.ts";
import { theirsWords, workWords } from "./work-words.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

const SnoozeDialog = lateDialog(async () => (await import("./action-dialogs.tsx")).SnoozeDialog);
const NoteDialog = lateDialog(async () => (await import("./action-dialogs.tsx")).NoteDialog);
const CloseDialog = lateDialog(async () => (await import("./action-dialogs.tsx")).CloseDialog);
const TakeOverDialog = lateDialog(async () => (await import("./action-dialogs.tsx")).TakeOverDialog);

type DialogKind = "note" | "snooze" | "close" | "take-over";

export type VisitActions = ReturnType<typeof useVisitActions>;

export function useVisitActions(shared: SharedVisit, continueWork: () => void) {
  const { visits, userName } = useWorkspace();
  const { service } = visits;
  const [asked, setAsked] = useState<{ readonly dialog: DialogKind; readonly seen: ServiceVisit }>();
  const { visitId, claim, hold, answer, lookAgain } = shared;
  const name = visitTitle(visitId, answer.visit);
  const shown = asked?.dialog;
  // As it was when the dialog opened: an event that came in meanwhile is not put away unseen.
  const ask = (dialog: DialogKind) => setAsked({ dialog, seen: answer });
  const close = () => setAsked(undefined);
  const publish = (row: VisitRow) => {
    service.receive(row);
    lookAgain();
  };
  /** `undone`: the change that it undoes, which nobody may have changed anything after. */
  const reopen = async (undone?: VisitRow) => {
    try {
      publish((await callOperation("reopenVisit", { visitId, changeNumber: undone?.changeNumber })).visit);
      toast({ tone: "ok", title: `${name} is open again` });
    } catch (error) {
      const { title, detail } = describeFailure(error);
      toast({ tone: "bad", title: `Not reopened: ${title}`, detail });
    }
  };
  /** Announces it with an undo action, and goes on: nothing is left to do on this visit now. */
  const released = (row: VisitRow, title: string) => {
    hold.released(row);
    lookAgain();
    toast({ tone: "ok", title, action: { label: "Undo", run: () => void reopen(row) } });
    continueWork();
  };
  /** What is put away: the event that stood when the dialog opened, and the notes that it shows. */
  const seen = { visitId, eventId: asked?.seen.visit.eventId, noteCount: answer.visit.noteCount };
  const words = workWords(claim, answer, { eventId: "", now: serviceNow(), me: userName });
  const isOvertaken = claim.kind === "theirs" || claim.kind === "closed" || claim.kind === "charged";
  const news = [
    ...(isOvertaken && words ? [`${words.title}.`] : []),
    ...(asked ? newNotes(asked.seen.notes, answer.notes, userName) : []),
  ];
  const putAway = async (change: Promise<{ visit: VisitRow }>) => {
    const { visit } = await change.finally(lookAgain);
    return visit;
  };
  const snooze = async (until: string | undefined) => {
    const visit = await putAway(callOperation("snoozeVisit", { ...seen, ...(until && { until }) }));
    const at = instantOfWire(visit.snoozedUntil);
    released(visit, `${name} is snoozed${at === undefined ? "" : ` ${untilWords(at, serviceNow())}`}`);
  };
  const closeUnbilled = async (reason: string) => {
    const visit = await putAway(callOperation("closeVisit", { ...seen, reason }));
    released(visit, `${name} is closed without billing`);
  };
  const note = async (written: { text: string; noteId: string }) => {
    publish((await callOperation("noteVisit", { visitId, ...written })).visit);
    toast({ tone: "ok", title: "Note added" });
  };
  const takeOver = async (from: string) => {
    if (!(await hold.take(from))) throw hold.state().error ?? new Error("It was not taken over.");
  };
  const release = async () => {
    if (await hold.release())
      toast({ tone: "ok", title: `${name} is released`, detail: "Anyone can take it now." });
    lookAgain();
  };
  const paid = paidOn(answer);
  const dialogs = (
    <>
      {shown === "note" ? <NoteDialog visitId={visitId} onClose={close} run={note} /> : null}
      {shown === "snooze" ? <SnoozeDialog news={news} onClose={close} run={snooze} /> : null}
      {shown === "close" ? (
        <CloseDialog
          visitId={visitId}
          paid={paid ? paidWords(paid, ", and is on no deposit slip while it isn’t charged") : ""}
          news={news}
          onClose={close}
          run={closeUnbilled}
        />
      ) : null}
      {shown === "take-over" && claim.kind === "theirs" ? (
        <TakeOverDialog
          by={claim.by}
          words={`${theirsWords(claim, serviceNow())}.`}
          onClose={close}
          run={takeOver}
        />
      ) : null}
    </>
  );
  return {
    isAsking: asked !== undefined,
    ask,
    reopen: () => void reopen(),
    release: () => void release(),
    dialogs,
  };
}
