import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { exampleForecast } from "#room/features/visits/example-forecast.ts";
import { blockWords } from "#room/features/visits/sending/plan-words.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { Blocked, SendPlan, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { type DryRun, dryRunOf, hasOpenWarnings } from "#room/features/visits/sending/dry-run.ts";
import type { BatchSender } from "./send-run.ts";
import { batchSenderOf } from "./send-run.ts";
import { outcomeWords } from "./outcome-words.ts";

/** A question to answer before something is sent. */
export type RetryQuestion =
  | { readonly kind: "dry-run"; readonly run: DryRun; readonly verb: "match" | "are selected" }
  | { readonly kind: "blocked"; readonly eventId: string; readonly plan: Blocked };

export interface Retry {
  readonly question: RetryQuestion | undefined;
  /** Subscribed to by the parts that show it, so that its progress renders nothing else. */
  readonly batches: BatchSender;
  /** Sends one event again, or asks or says why it cannot be. */
  one(eventId: string): Promise<void>;
  /** A dry run of many; sends immediately if they were selected by hand and there is nothing to ask. */
  many(eventIds: readonly string[], verb: "match" | "are selected"): void;
  /** The user confirmed. */
  confirm(): Promise<void>;
  dismissQuestion(): void;
}

/** Sending from the queue: one or many, never twice by accident. */
export function useRetry(): Retry {
  const workspace = useWorkspace();
  const { outbox, visits } = workspace;
  const navigate = useNavigate();
  const [question, setQuestion] = useState<RetryQuestion>();
  const awaited = useRef(new Set<string>());
  const batches = batchSenderOf(outbox);

  const open = useCallback(
    (eventId: string) => void navigate({ to: "/visits/$eventId", params: { eventId } }),
    [navigate],
  );
  const say = useCallback(
    ({ id, outcome, message }: Settled) => {
      const { title, tone } = outcomeWords(outcome);
      const visit = shortGuid(visits.summary(id)?.visitId ?? id);
      toast({
        title: `Visit ${visit}: ${title}`,
        tone,
        ...(message ? { detail: message } : {}),
        action: { label: "Open", run: () => open(id) },
      });
    },
    [visits, open],
  );
  useEffect(
    () =>
      outbox.onSettled((settled: Settled) => {
        if (awaited.current.delete(settled.id)) say(settled);
      }),
    [outbox, say],
  );
  const explain = useCallback(
    (eventId: string, plan: SendPlan) => {
      if (plan.kind !== "blocked") return;
      const { title, meaning } = blockWords[plan.reason];
      if (meaning !== undefined || plan.reason === "to-be-merged")
        return setQuestion({ kind: "blocked", eventId, plan });
      const detail = plan.reason === "example" ? exampleForecast(visits.summary(eventId)) : plan.message;
      toast({ title, detail, tone: "warn", action: { label: "Open", run: () => open(eventId) } });
    },
    [open, visits],
  );
  const sayFailure = useCallback((error: unknown) => {
    toast({ title: "Not sent", detail: error instanceof Error ? error.message : String(error), tone: "bad" });
  }, []);

  return useMemo(() => {
    const dryRun = (eventIds: readonly string[]) =>
      dryRunOf(
        eventIds,
        (id) => outbox.plan(id),
        (id) => visits.summary(id),
      );
    const send = async (eventId: string) => {
      const early: Settled[] = [];
      const stop = outbox.onSettled((settled) => early.push(settled));
      const plan = await outbox.enqueueVisit(eventId);
      stop();
      if (plan.kind === "blocked") return explain(eventId, plan);
      // From here on a correction has another eventId, and the answer may have arrived already.
      const settled = early.find(({ id }) => id === plan.eventId);
      if (settled) say(settled);
      else awaited.current.add(plan.eventId);
    };
    const guarded = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        sayFailure(error);
      }
    };
    return {
      question,
      batches,
      one: (eventId) =>
        guarded(async () => {
          const plan = outbox.plan(eventId);
          if (plan.kind === "blocked") explain(eventId, plan);
          else if (hasOpenWarnings(visits.summary(eventId))) {
            const run = dryRun([eventId]);
            setQuestion({ kind: "dry-run", run, verb: "are selected" });
          } else await send(eventId);
        }),
      many: (eventIds, verb) => {
        const run = dryRun(eventIds);
        const isPlain = run.notSent.length === 0 && run.warned === 0;
        if (verb === "are selected" && isPlain) void batches.start(run.sendable);
        else setQuestion({ kind: "dry-run", run, verb });
      },
      confirm: () =>
        guarded(async () => {
          setQuestion(undefined);
          if (question?.kind === "dry-run") {
            const ids = [...question.run.sendable];
            const [only] = ids;
            if (ids.length === 1 && only !== undefined) await send(only);
            else await batches.start(ids);
          }
          if (question?.kind === "blocked") {
            awaited.current.add(question.eventId);
            await outbox.repeat(question.eventId, { confirmed: true });
          }
        }),
      dismissQuestion: () => setQuestion(undefined),
    } satisfies Retry;
  }, [question, batches, outbox, visits, explain, say, sayFailure]);
}
