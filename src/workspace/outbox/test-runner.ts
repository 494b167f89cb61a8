import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import type { QueuedSend, SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { type ChangePlace, newPlace, type OutgoingQueue, type SentAttempt } from "./outgoing-queue.ts";
import { OutboxRunner } from "./outbox-runner.ts";

/** Long enough for all that needs no answer. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 0));

type Entries = Record<string, Partial<QueuedSend> & { readonly startedAt?: number }>;

/** A queue whose answers are given by hand, and that tells what is done with it. */
function queueOf(entries: Entries, log: string[], now: () => number) {
  const places = new Map(Object.entries(entries).map(([id, more]) => [id, newPlace(0, more)]));
  const answers = new Map<string, { give(result: SendResult): void; fail(): void }>();
  const state: {
    isSilent: boolean;
    stuck: string;
    later: string;
    drop: string;
    untold: string;
    cannotClaim?: unknown;
    cannotWrite: unknown[];
  } = {
    isSilent: false,
    stuck: "",
    later: "",
    drop: "",
    untold: "",
    cannotWrite: [],
  };
  const send = (id: string) => (signal: AbortSignal) => {
    log.push(`send ${id}`);
    signal.addEventListener("abort", () => log.push(`stopped ${id}`));
    return new Promise<SendResult>((give, reject) =>
      answers.set(id, { give, fail: () => reject(new Error("x")) }),
    );
  };
  const queue = {
    concurrency: 2,
    claimAtOnce: 4,
    get isSilent() {
      return state.isSilent;
    },
    tryAgain: () => void log.push("try again"),
    mayLeave: (id: string) => !state.stuck.includes(id),
    get queuedIds() {
      return new Set(places.keys());
    },
    queued: (id: string) => places.get(id),
    startedAt: (id: string) => entries[id]?.startedAt,
    claim: async (ids: readonly string[]) => {
      if (state.cannotClaim) throw state.cannotClaim;
      const gone = ids.filter((id) => state.drop.includes(id));
      for (const id of gone) places.delete(id);
      const mine = ids.filter((id) => !state.later.includes(id) && !gone.includes(id));
      for (const id of mine) places.set(id, newPlace(0, { state: "sending" }));
      return {
        claimed: mine.map((id) => ({ id, startedAt: 1, send: send(id) })),
        dropped: gone.map((id) => ({ id, kind: "visit", outcome: "not-accepted" }) as const),
      };
    },
    settle: async (
      id: string,
      result: SendResult,
      { startedAt }: SentAttempt,
    ): Promise<Settled | undefined> => {
      const fault = state.cannotWrite.shift();
      if (fault) throw fault;
      log.push(`${result.kind} ${id} ${startedAt}`);
      const waits: Record<string, number> = { busy: now() + 4000, "not-sent": 0, "no-session": 0 };
      const notBefore = waits[result.kind];
      if (notBefore === undefined) places.delete(id);
      else places.set(id, newPlace(0, { notBefore }));
      return notBefore === undefined && !state.untold.includes(id)
        ? { id, kind: "visit", outcome: "charged" }
        : undefined;
    },
    unclaim: async (ids: readonly string[], change: ChangePlace = (queued) => queued) => {
      log.push(`back ${ids.join("")}`);
      for (const id of ids) places.set(id, change(newPlace(0)) ?? newPlace(0));
    },
  };
  // What a runner and its workers use of a queue.
  return { queue: queue as unknown as OutgoingQueue, places, state, answers };
}

/** A runner of two queues with these entries. */
export function runnerOf(visits: Entries, messages: Entries = {}, machine = new WorkspaceDesk()) {
  const log: string[] = [];
  const now = () => machine.time;
  const [one, two] = [queueOf(visits, log, now), queueOf(messages, log, now)];
  /** Why nothing leaves, each time that the status has changed. */
  const told: unknown[] = [];
  const runner: OutboxRunner = new OutboxRunner({
    environment: machine.tab().environment,
    queues: [one.queue, two.queue],
    lockName: "outbox",
    refresh: async () => void log.push("run"),
    askForLock: () => void log.push("ask"),
    onSettled: ({ id }) => void log.push(`told ${id}`),
    onStatus: () => {
      log.push("status");
      told.push(runner.pause()?.because);
    },
  });
  return {
    machine,
    runner,
    told,
    one,
    two,
    /** What happened since it was last asked. */
    happened: async (ms = 0) => {
      if (ms > 0) machine.pass(ms);
      await aMoment();
      return log.splice(0);
    },
    answer: (id: string, result: SendResult = { kind: "charged" }) =>
      (one.answers.get(id) ?? two.answers.get(id))?.give(result),
  };
}

/** What a run begins with. */
export const begins = ["ask", "run"];
