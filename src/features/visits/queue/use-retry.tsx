import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { exampleForecast } from "#room/features/visits/example-forecast.ts";
import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";
import { useWorkspace } from "#room/features/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { SendPlan, Settled } from "#room/workspace/outbox-entry.ts";
import type { DryRun } from "./retry-plan.ts";
import { dryRunOf, hasOpenWarnings } from "./retry-plan.ts";
import type { BatchSender } from "./send-run.ts";
import { createBatchSender } from "./send-run.ts";
import { outcomeWords } from "./outcome-words.ts";

const senders = new WeakMap<ConsoleWorkspace, BatchSender>();

/** A question that must be answered before something is sent. */
export type RetryQuestion =
  | { readonly kind: "dry-run"; readonly run: DryRun; readonly verb: "match" | "are selected" }
  | { readonly kind: "repeat-unknown"; readonly eventId: string; readonly message: string }
  | { readonly kind: "reissue"; readonly eventId: string; readonly message: string };

export interface Retry {
  readonly question: RetryQuestion | undefined;
  /** Listened to by the parts that show it, so that its progress draws nothing else. */
  readonly batches: BatchSender;
  /** Sends one event again, or asks or says why it cannot be. */
  one(eventId: string): Promise<void>;
  /** A dry run of many; sends at once where the choice was made by hand and nothing is to be asked. */
  many(eventIds: readonly string[], verb: "match" | "are selected"): void;
  /** Yes to the question. `reissue`: these go too, each as a new event. */
  confirm(reissue?: readonly string[]): Promise<void>;
  dismissQuestion(): void;
}

/** Sending from the queue: one or many, never twice by accident. */
export function useRetry(): Retry {
  const workspace = useWorkspace();
  const { outbox, visits } = workspace;
  const navigate = useNavigate();
  const [question, setQuestion] = useState<RetryQuestion>();
  const awaited = useRef(new Set<string>());
  let sender = senders.get(workspace);
  if (!sender) {
    sender = createBatchSender(outbox);
    senders.set(workspace, sender);
  }
  const batches = sender;

  const open = useCallback(
    (eventId: string) => void navigate({ to: "/visits/$eventId", params: { eventId } }),
    [navigate],
  );
  useEffect(
    () =>
      outbox.onSettled((settled: Settled) => {
        if (!awaited.current.delete(settled.id)) return;
        const { title, tone } = outcomeWords(settled.outcome);
        const visit = shortGuid(visits.summary(settled.id)?.visitId ?? settled.id);
        toast({
          title: `Visit ${visit}: ${title}`,
          tone,
          ...(settled.message ? { detail: settled.message } : {}),
          action: { label: "Open", run: () => open(settled.id) },
        });
      }),
    [outbox, visits, open],
  );
  const explain = useCallback(
    (eventId: string, plan: SendPlan) => {
      if (plan.kind !== "blocked") return;
      if (plan.reason === "unknown-needs-word")
        setQuestion({ kind: "repeat-unknown", eventId, message: plan.message });
      else if (plan.reason === "needs-new-event-id")
        setQuestion({ kind: "reissue", eventId, message: plan.message });
      else
        toast({
          title: "Not sent",
          detail: plan.reason === "example" ? exampleForecast(visits.summary(eventId)) : plan.message,
          tone: "warn",
          action: { label: "Open", run: () => open(eventId) },
        });
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
      awaited.current.add(eventId);
      const plan = await outbox.enqueueVisit(eventId);
      if (plan.kind === "blocked") awaited.current.delete(eventId);
      explain(eventId, plan);
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
      confirm: (reissue = []) =>
        guarded(async () => {
          setQuestion(undefined);
          if (question?.kind === "dry-run") {
            const ids = [...question.run.sendable];
            for (const eventId of reissue) ids.push(await visits.reissue(eventId));
            const [only] = ids;
            if (ids.length === 1 && only !== undefined) await send(only);
            else await batches.start(ids);
          }
          if (question?.kind === "repeat-unknown") {
            awaited.current.add(question.eventId);
            await outbox.repeat(question.eventId, { confirmed: true });
          }
          if (question?.kind === "reissue") await send(await visits.reissue(question.eventId));
        }),
      dismissQuestion: () => setQuestion(undefined),
    } satisfies Retry;
  }, [question, batches, outbox, visits, explain, sayFailure]);
}
