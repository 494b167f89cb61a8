import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import type { Claim } from "#room/workspace/visits/claim.ts";
import { VisitBody } from "#room/workspace/visits/visit-body.ts";
import { unkeptEntry, type VisitEntry } from "#room/workspace/visits/visit-entry.ts";
import type { VisitStore } from "#room/workspace/visits/visit-store.ts";
import { newPlace, type QueueParts } from "./outgoing-queue.ts";
import type { Queued } from "./send-queue.ts";
import { VisitPolicy } from "./visit-policy.ts";

export const noAnswer: SendResult = { kind: "unknown", message: "No answer came" };
export const attempt: Attempt = {
  number: 1,
  startedAt: 5,
  by: "lee",
  contentHash: "h",
  visitId: "v0",
  currency: "CAD",
};
export const asked = { ...attempt, outcome: "unknown" } as const;

/** A row that was submitted as it is, at 100. */
export function rowOf(queued: Partial<QueuedSend> = {}, more: Partial<VisitEntry> = {}): Queued<VisitEntry> {
  return {
    ...unkeptEntry,
    eventId: "a",
    visitId: "v",
    currency: "USD",
    amountMinor: 7,
    state: "waiting",
    revision: 3,
    queuedRevision: 3,
    ...more,
    queued: newPlace(100, queued),
  };
}

interface Desk {
  readonly isSafe?: boolean;
  readonly isDemo?: boolean;
  readonly claim?: Claim;
  /** The newest event that the service has of the visit. */
  readonly newest?: string;
  /** The revision and the text of its body. */
  readonly body?: readonly [number, string] | "lost";
  readonly others?: readonly VisitEntry[];
  /** Contents kept of earlier attempts. */
  readonly kept?: Record<string, string>;
  readonly canAsk?: boolean;
  readonly isTold?: boolean;
}

/** A policy of these rows; what it asked the service for, and what it sent. */
export function policyOf(rows: readonly VisitEntry[] = [], desk: Desk = {}) {
  const {
    isSafe = true,
    isDemo = false,
    claim,
    newest,
    body = [3, "{}"],
    others = [],
    kept = {},
    canAsk = true,
    isTold = true,
  } = desk;
  const asks: (readonly string[])[] = [];
  const reads: (readonly string[])[] = [];
  const received: unknown[] = [];
  const sent: unknown[] = [];
  const rewritten: unknown[] = [];
  const service: { answer: SendResult; isGone: boolean; now: number } = {
    answer: { kind: "charged" },
    isGone: false,
    now: 1101,
  };
  const read = (id: string) =>
    body === "lost" ? undefined : new VisitBody({ eventId: id, revision: body[0] }, body[1]);
  const visits = {
    index: {
      get: (id: string) => rows.find(({ eventId }) => eventId === id),
      change: async (_id: string, next: (known: unknown) => unknown) =>
        void rewritten.push(next(undefined), next(rows[0])),
    },
    bodies: async (ids: readonly string[]) => (reads.push(ids), ids.map(read)),
    contents: { hashOf: async () => "new", contentOf: async (_row: VisitEntry, hash: string) => kept[hash] },
    planFacts: (row: VisitEntry) => ({
      sameVisit: [row, ...others],
      removedCharge: undefined,
      isReplaced: false,
      ...(claim && { claim }),
    }),
    service: {
      row: () => newest && { eventId: newest },
      receive: (list: unknown) => void received.push(list),
    },
  };
  const visitsNow = async (ids: readonly string[]) => (asks.push(ids), isTold ? ["row"] : undefined);
  const parts = {
    sender: {
      sendVisit: async (visit: unknown) => (sent.push(visit), service.answer),
      ...(canAsk && { visitsNow, canReach: async () => !service.isGone }),
    },
    userName: "casey",
    now: () => service.now,
    repeatsAreSafe: () => isSafe,
    examplesMayLeave: () => isDemo,
  };
  // What a policy uses of both.
  const policy = new VisitPolicy(visits as unknown as VisitStore, parts as unknown as QueueParts);
  const decide = async (row?: VisitEntry) => (await policy.decisions([row?.eventId ?? "a"]))[0];
  const call = () => policy.send("a", "{}", new AbortController().signal);
  return { policy, service, asks, reads, received, sent, rewritten, call, decide: () => decide(rows[0]) };
}

export const decisionOf = (row: VisitEntry, desk?: Desk) => policyOf([row], desk).decide();
