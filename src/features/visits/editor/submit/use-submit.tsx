import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { counted } from "#room/contract/primitives/counted.ts";
import { useRef, useState, type FormEvent } from "react";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { ErrorSummary } from "#room/ui/error-summary.tsx";
import { toastError } from "#room/ui/toast-store.ts";
import type { Blocked, BlockReason } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import type { FieldFinding } from "#room/features/visits/editor/validation/live-findings.ts";
import type { VisitLock } from "#room/features/visits/shared-visit/visit-lock.ts";
import { earlierEventsOf } from "#room/features/visits/sending/send-check.ts";
import { askedOf } from "#room/features/visits/editor/history/earlier-events.tsx";
import { Outcome } from "./outcome.tsx";

const CorrectionDialog = lateDialog(
  async () =>
    (await import("#room/features/visits/editor/correction/correction-dialog.tsx")).CorrectionDialog,
);
const ElsewhereDialog = lateDialog(
  async () => (await import("#room/features/visits/editor/correction/elsewhere-dialog.tsx")).ElsewhereDialog,
);
const BlockedDialog = lateDialog(
  async () => (await import("#room/features/visits/sending/blocked-dialog.tsx")).BlockedDialog,
);
const WarningsDialog = lateDialog(async () => (await import("./warnings-dialog.tsx")).WarningsDialog);

export type Submit = ReturnType<typeof useSubmit>;

interface SendOptions {
  readonly repeat?: { readonly confirmed: boolean };
  readonly reason?: string;
}

interface SubmitOptions {
  readonly session: EditorSession;
  readonly record: VisitRecord;
  readonly isReadOnly: boolean;
  readonly isFollower: boolean;
  /** The event id the draft is stored under once an edited one has been adopted; undefined if that failed. */
  readonly rename: () => Promise<string | undefined>;
  /** Set if the visit belongs to the clinic's queue. */
  readonly hold: VisitLock | undefined;
  readonly onMerge: () => void;
}

/** The faults are shown first, and what a correction changes at the end. */
const canGoOn: ReadonlySet<BlockReason> = new Set([
  "blocking-faults",
  "not-found",
  "unexplained",
  "corrected-elsewhere",
]);

/**
 * Sends the visit: says so if the plan does not allow it, stops at blocking faults and leads to them, asks about
 * warnings once, then saves the draft and puts it into the outbox, which records the attempt before the request leaves.
 */
export function useSubmit({ session, record, isReadOnly, isFollower, rename, hold, onMerge }: SubmitOptions) {
  const { outbox, visits } = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<{ readonly turn: number; readonly list: readonly FieldFinding[] }>();
  const [warnings, setWarnings] = useState<readonly FieldFinding[]>();
  const [blocked, setBlocked] = useState<Blocked>();
  const [isExplaining, setExplaining] = useState(false);
  const summaryNow = () => visits.summary(record.eventId);
  const corrects = summaryNow()?.source.corrects;
  const confirmed = useRef<ReadonlySet<string>>(new Set());

  const isSending = useRef(false);
  const wantsNext = useRef(false);

  /** Says why it was stopped. An impatient second press needs no message: the first one's outcome will show. */
  const stop = (plan: Blocked) => {
    const isOnItsWay =
      plan.reason === "already-queued" && visits.summary(record.eventId)?.queued?.state !== "held";
    if (!isOnItsWay) setBlocked(plan);
  };

  const send = async ({ repeat, reason }: SendOptions = {}) => {
    isSending.current = true;
    // Shown only if it takes a while: rendering it would delay the request.
    const slow = setTimeout(() => setBusy(true), 80);
    try {
      const eventId = await rename();
      if (eventId === undefined) return;
      await session.saver.flush();
      if (reason !== undefined) await visits.explain(eventId, reason);
      const plan = repeat ? await outbox.repeat(eventId, repeat) : await outbox.enqueueVisit(eventId);
      if (plan?.kind === "blocked") stop(plan);
    } catch (error) {
      // The browser could not save the draft or the outbox entry; nothing is sent without them.
      toastError("Not sent: it couldn’t be saved", error);
    } finally {
      clearTimeout(slow);
      isSending.current = false;
      setBusy(false);
    }
  };

  const onValid = () => {
    if (faults) setFaults(undefined);
    const open = session.findings
      .settled()
      .filter(({ finding, key }) => finding.severity === "warn" && !confirmed.current.has(key));
    if (open.length > 0) setWarnings(open);
    else goOn();
  };

  /** A correction is sent once the user has seen what it changes and said why. */
  const goOn = () => {
    if (corrects && summaryNow()?.state !== "unknown") setExplaining(true);
    else void send();
  };

  const submit = ({ thenNext = false } = {}) => {
    if (isSending.current || isReadOnly) return;
    wantsNext.current = thenNext;
    session.settle();
    if (!hold || corrects || hold.isOurs()) check();
    else void takeAndCheck(hold);
  };

  /** Submitting takes a visit that nobody holds; if someone does, the plan says who. */
  const takeAndCheck = async (of: VisitLock) => {
    isSending.current = true;
    await of.ensure();
    isSending.current = false;
    check();
  };

  const check = () => {
    session.seen.ask();
    const typed = session.visit.text({ path: "visitCharged.visitId" });
    const live = { visitId: canonicalGuid(typed) ?? typed, isUnfinished: false };
    const plan = outbox.plan(record.eventId, { live });
    // What no edit can fix is said first.
    if (plan.kind === "blocked" && !canGoOn.has(plan.reason)) {
      stop(plan);
      return;
    }
    // The page tells the rules only once it is drawn.
    const earlierEvents = earlierEventsOf(visits, askedOf(session.visit, record.eventId));
    const told = session.findings.facts.get().earlierEvents;
    // Else everything would be checked again between the press and the request.
    if (JSON.stringify(earlierEvents) !== JSON.stringify(told)) session.findings.addFacts({ earlierEvents });
    const blocking = session.findings.settled().filter(({ finding }) => finding.severity === "block");
    if (blocking.length > 0) setFaults({ turn: Date.now(), list: blocking });
    else onValid();
  };

  const summary = (
    <>
      {faults ? (
        <ErrorSummary
          key={faults.turn}
          title={`Not sent: ${counted(faults.list.length, "problem")} to fix`}
          items={faults.list.slice(0, 50).map(({ finding, place, key }) => ({
            field: key,
            message: atPlace(place && session.nameOf(place), finding.message),
          }))}
          onGo={({ field }) => {
            const found = faults.list.find(({ key }) => key === field);
            if (found?.place) session.focus(found.place);
          }}
        />
      ) : null}
      <Outcome
        session={session}
        record={record}
        isFollower={isFollower}
        onRepeat={() => void send({ repeat: { confirmed: false } })}
      />
    </>
  );
  const dialogs = (
    <>
      {isExplaining && corrects?.invoice === 0 ? (
        <ElsewhereDialog
          isOffered={false}
          charged={record.imported ?? record.event}
          draft={session.visit.event()}
          onClose={() => setExplaining(false)}
        />
      ) : isExplaining && corrects ? (
        <CorrectionDialog
          corrects={corrects}
          charged={record.imported ?? record.event}
          draft={session.visit.event()}
          onClose={() => setExplaining(false)}
          onSend={(reason) => {
            setExplaining(false);
            void send({ reason });
          }}
        />
      ) : null}
      {warnings ? (
        <WarningsDialog
          warnings={warnings}
          session={session}
          onClose={() => setWarnings(undefined)}
          onSend={() => {
            confirmed.current = new Set([...confirmed.current, ...warnings.map(({ key }) => key)]);
            setWarnings(undefined);
            goOn();
          }}
        />
      ) : null}
      {blocked ? (
        <BlockedDialog
          plan={blocked}
          eventId={record.eventId}
          onClose={() => setBlocked(undefined)}
          onRepeat={() => {
            setBlocked(undefined);
            void send({ repeat: { confirmed: true } });
          }}
          onMerge={() => {
            setBlocked(undefined);
            onMerge();
          }}
        />
      ) : null}
    </>
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return { isBusy, onSubmit, submit, thenNext: wantsNext, summary, dialogs };
}

/** "Charge 3, Charge: …", unless the message already starts with that name. */
function atPlace(name: string | undefined, message: string): string {
  return name === undefined || message.startsWith(`${name} `) ? message : `${name}: ${message}`;
}
