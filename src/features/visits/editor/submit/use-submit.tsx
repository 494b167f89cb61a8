import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { BlockedDialog } from "#room/features/visits/sending/blocked-dialog.tsx";
import { ErrorSummary } from "#room/ui/error-summary.tsx";
import { toast } from "#room/ui/toast-store.ts";
import type { Blocked } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import type { EditorSession } from "#room/features/visits/editor/session/editor-session.ts";
import type { Located } from "#room/features/visits/editor/validation/live-findings.ts";
import type { VisitHold } from "#room/features/visits/shared-visit/visit-hold.ts";
import { Outcome } from "./outcome.tsx";
import { WarningsDialog } from "./warnings-dialog.tsx";

export interface Submit {
  readonly isBusy: boolean;
  readonly onSubmit: (event: FormEvent) => void;
  readonly submit: () => void;
  /** The error summary and the outcome, above the form's first section. */
  readonly summary: ReactNode;
  readonly dialogs: ReactNode;
}

interface SubmitOptions {
  readonly session: EditorSession;
  readonly record: VisitRecord;
  readonly isReadOnly: boolean;
  /** The event id the draft is stored under once an edited one has been adopted; undefined if that failed. */
  readonly rename: () => Promise<string | undefined>;
  /** Set if the visit belongs to the clinic's queue. */
  readonly hold: VisitHold | undefined;
  /** Opens the merge of the draft with a newer import. */
  readonly onMerge: () => void;
}

/**
 * Sends the visit: says so if the plan does not allow it, stops at blocking faults and leads to them, asks about
 * warnings once, then saves the draft and puts it into the outbox, which records the attempt before the request leaves.
 */
export function useSubmit({ session, record, isReadOnly, rename, hold, onMerge }: SubmitOptions): Submit {
  const { outbox, visits } = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<{ readonly turn: number; readonly list: readonly Located[] }>();
  const [warnings, setWarnings] = useState<readonly Located[]>();
  const [blocked, setBlocked] = useState<Blocked>();
  const confirmed = useRef<ReadonlySet<string>>(new Set());

  const isSending = useRef(false);

  /** Says why it was stopped. An impatient second press needs no message: the first one's outcome will show. */
  const stop = (plan: Blocked) => {
    const isOnItsWay =
      plan.reason === "already-queued" && visits.summary(record.eventId)?.queued?.state !== "held";
    if (!isOnItsWay) setBlocked(plan);
  };

  const send = async (repeat?: { readonly confirmed: boolean }) => {
    isSending.current = true;
    // Shown only if it takes a while: rendering it would delay the request.
    const slow = setTimeout(() => setBusy(true), 80);
    try {
      const eventId = await rename();
      if (eventId === undefined) return;
      await session.saver.flush();
      const plan = repeat ? await outbox.repeat(eventId, repeat) : await outbox.enqueueVisit(eventId);
      if (plan?.kind === "blocked") stop(plan);
    } catch (error) {
      // The browser could not save the draft or the outbox entry; nothing is sent without them.
      const detail = error instanceof Error ? error.message : "";
      toast({ title: "Not sent: it couldn’t be saved", detail, tone: "bad", stays: 0 });
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
    else void send();
  };

  const submit = () => {
    if (isSending.current || isReadOnly) return;
    session.settle();
    if (!hold || hold.isOurs()) check();
    else void takeAndCheck(hold);
  };

  /** Submitting takes a visit that nobody holds; if someone does, the plan says who. */
  const takeAndCheck = async (of: VisitHold) => {
    isSending.current = true;
    await of.ensure();
    isSending.current = false;
    check();
  };

  const check = () => {
    session.seen.ask();
    const typed = session.visit.text({ path: "visitCharged.visitId" });
    const plan = outbox.plan(record.eventId, { live: { visitId: canonicalGuid(typed) ?? typed } });
    // What no edit can fix is said first.
    if (plan.kind === "blocked" && !["blocking-faults", "not-found"].includes(plan.reason)) {
      stop(plan);
      return;
    }
    const blocking = session.findings.settled().filter(({ finding }) => finding.severity === "block");
    if (blocking.length > 0) setFaults({ turn: Date.now(), list: blocking });
    else onValid();
  };

  const summary = (
    <>
      {faults ? (
        <ErrorSummary
          key={faults.turn}
          title={`Not sent: ${faults.list.length === 1 ? "1 problem" : `${faults.list.length} problems`} to fix`}
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
      <Outcome session={session} record={record} onRepeat={() => void send({ confirmed: false })} />
    </>
  );
  const dialogs = (
    <>
      {warnings ? (
        <WarningsDialog
          warnings={warnings}
          session={session}
          onClose={() => setWarnings(undefined)}
          onSend={() => {
            confirmed.current = new Set([...confirmed.current, ...warnings.map(({ key }) => key)]);
            setWarnings(undefined);
            void send();
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
            void send({ confirmed: true });
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
  return { isBusy, onSubmit, submit, summary, dialogs };
}

/** "Charge 3, Amount: …", unless the message already starts with that name. */
function atPlace(name: string | undefined, message: string): string {
  return name === undefined || message.startsWith(`${name} `) ? message : `${name}: ${message}`;
}
