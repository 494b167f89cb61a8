import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { exampleForecast } from "#room/features/visits/example-forecast.ts";
import { useTellOutcome } from "#room/features/visits/sending/use-told-outcome.ts";
import { blockWords } from "#room/features/visits/sending/plan-words.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast, toastError } from "#room/ui/toast-store.ts";
import type { Blocked, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { dryRunOf, heldBy, isUnreviewed } from "#room/features/visits/sending/dry-run.ts";
import { checkBeforeSend, checkMany, type SendCheck } from "#room/features/visits/sending/send-check.ts";
import { batchSenderOf } from "./send-run.ts";

export type RetryQuestion =
  | { readonly kind: "checking"; readonly done: number; readonly total: number }
  | {
      readonly kind: "dry-run";
      readonly eventIds: readonly string[];
      readonly verb: "match" | "are selected";
      /** What stands at those that were not reviewed as they are now. */
      readonly checks: ReadonlyMap<string, SendCheck>;
      /** As what they were checked and are shown. */
      readonly seen: ReadonlyMap<string, number>;
    }
  | { readonly kind: "blocked"; readonly eventId: string; readonly plan: Blocked };

export type Retry = ReturnType<typeof useRetry>;

/** Checks that end sooner are not announced. Milliseconds. */
const shownAfterMs = 400;

/** Sending from the queue: one or many, never twice by accident. */
export function useRetry() {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const { outbox, visits } = workspace;
  const navigate = useNavigate();
  const [question, setQuestion] = useState<RetryQuestion>();
  const awaited = useRef(new Set<string>());
  const checking = useRef<AbortController>(undefined);
  useEffect(() => () => checking.current?.abort(), []);
  const batches = batchSenderOf(outbox);

  const say = useTellOutcome();
  useEffect(
    () =>
      outbox.onSettled((settled: Settled) => {
        if (awaited.current.delete(settled.id)) say(settled);
      }),
    [outbox, say],
  );
  const explain = (eventId: string, plan: Blocked) => {
    const { title, meaning } = blockWords[plan.reason];
    if (meaning !== undefined || plan.reason === "to-be-merged")
      return setQuestion({ kind: "blocked", eventId, plan });
    const detail = plan.reason === "example" ? exampleForecast(visits.summary(eventId)) : plan.message;
    const open = () => void navigate({ to: "/visits/$eventId", params: { eventId } });
    toast({ title, detail, tone: "warn", action: { label: "Open", run: open } });
  };

  const revisionsOf = (eventIds: readonly string[]) =>
    new Map(eventIds.map((id) => [id, visits.summary(id)?.revision ?? 0]));
  const checkOne = async (eventId: string): Promise<SendCheck> => {
    const event = (await visits.get(eventId))?.event;
    return event ? checkBeforeSend(event, { client, visits }) : { hasProblems: false, warnings: [] };
  };
  /** What stands at those that would leave unreviewed; undefined when the user stopped it. */
  const check = async (eventIds: readonly string[]) => {
    const unreviewed = eventIds.filter(
      (id) => outbox.plan(id).kind !== "blocked" && isUnreviewed(visits.summary(id)),
    );
    const total = unreviewed.length;
    checking.current?.abort();
    const abort = new AbortController();
    checking.current = abort;
    const { signal } = abort;
    let done = 0;
    let shows = false;
    const show = () => {
      if (!signal.aborted) setQuestion({ kind: "checking", done, total });
    };
    const timer = setTimeout(() => {
      shows = true;
      show();
    }, shownAfterMs);
    try {
      return await checkMany(unreviewed, checkOne, {
        signal,
        onProgress: (now) => {
          done = now;
          if (shows) show();
        },
      });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      if (shows && !signal.aborted) setQuestion(undefined);
    }
  };
  const areAllSent = (eventIds: readonly string[], checks: ReadonlyMap<string, SendCheck>) =>
    dryRunOf(
      eventIds,
      (id) => outbox.plan(id),
      (id) => visits.summary(id),
      heldBy(checks),
    ).notSent.length === 0;
  const send = async (eventId: string, seen: number | undefined) => {
    const early: Settled[] = [];
    const stop = outbox.onSettled((settled) => early.push(settled));
    const plan = await outbox.enqueueVisit(eventId, { seen });
    stop();
    if (plan.kind === "blocked") return explain(eventId, plan);
    // From here on a correction has another eventId, and the answer may have arrived already.
    const settled = early.find(({ id }) => id === plan.eventId);
    if (settled) say(settled);
    else awaited.current.add(plan.eventId);
  };
  const guarded = (work: () => Promise<void>) =>
    work().catch((error: unknown) => toastError("Not sent", error));
  return {
    question,
    /** Subscribed to by the parts that show it, so that its progress renders nothing else. */
    batches,
    one: (eventId: string) =>
      guarded(async () => {
        const plan = outbox.plan(eventId);
        if (plan.kind === "blocked") explain(eventId, plan);
        else {
          const seen = revisionsOf([eventId]);
          const checks = await check([eventId]);
          if (!checks) return;
          if (areAllSent([eventId], checks)) await send(eventId, seen.get(eventId));
          else setQuestion({ kind: "dry-run", eventIds: [eventId], verb: "are selected", checks, seen });
        }
      }),
    /** A dry run of many; sends immediately if they were selected by hand and there is nothing to ask. */
    many: (eventIds: readonly string[], verb: "match" | "are selected") =>
      guarded(async () => {
        const seen = revisionsOf(eventIds);
        const checks = await check(eventIds);
        if (!checks) return;
        if (verb === "are selected" && areAllSent(eventIds, checks)) await batches.start(eventIds, seen);
        else setQuestion({ kind: "dry-run", eventIds, verb, checks, seen });
      }),
    /** The user confirmed these of a dry run, as they were shown. */
    confirmRun: (eventIds: readonly string[], seen: ReadonlyMap<string, number>) =>
      guarded(async () => {
        setQuestion(undefined);
        const [only] = eventIds;
        if (eventIds.length === 1 && only !== undefined) await send(only, seen.get(only));
        else await batches.start(eventIds, seen);
      }),
    /** The user confirmed to repeat the one that was blocked. */
    confirmRepeat: (eventId: string) =>
      guarded(async () => {
        setQuestion(undefined);
        awaited.current.add(eventId);
        await outbox.repeat(eventId, { confirmed: true });
      }),
    dismissQuestion: () => {
      checking.current?.abort();
      setQuestion(undefined);
    },
  };
}
