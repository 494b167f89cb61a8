import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import type { SendResult, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { KeptMessage } from "#room/workspace/messages/kept-message.ts";
import { VisitBody } from "#room/workspace/visits/visit-body.ts";
import { eventKey, unkeptEntry, type VisitEntry } from "#room/workspace/visits/visit-entry.ts";
import type { PlanFacts } from "#room/workspace/visits/send-plan.ts";
import { newPlace } from "./outgoing-queue.ts";
import { OutboxService, type OutboxParts } from "./outbox-service.ts";
import { indexOf } from "./test-index.ts";

export const visitOf = (eventId: string, more: Partial<VisitEntry> = {}): VisitEntry => ({
  ...unkeptEntry,
  eventId,
  visitId: eventId,
  revision: 3,
  ...more,
});

/** A draft that was never sent. */
export const letter: KeptMessage = {
  id: "m",
  revision: 3,
  state: "draft",
  to: [],
  subject: "",
  preview: "",
  attachmentCount: 0,
  createdAt: 0,
  updatedAt: 0,
  attempts: [],
  clientMessageId: "m-3",
};

/** Submitted and waiting for `notBefore`. */
export const waiting = (more: Parameters<typeof newPlace>[1] = {}) => ({
  state: "waiting" as const,
  queuedRevision: 3,
  queued: newPlace(1, more),
});

interface Given {
  readonly visits?: readonly VisitEntry[];
  readonly messages?: Record<string, KeptMessage>;
  readonly facts?: Partial<PlanFacts>;
  readonly isSafe?: boolean;
  readonly isOnline?: boolean;
}

/** An outbox of these rows in memory, offline unless told otherwise; and what it told whom. */
export function outboxOf({ visits = [], messages = {}, facts, isSafe = true, isOnline = false }: Given = {}) {
  const machine = new WorkspaceDesk();
  machine.isOnline = isOnline;
  const log: string[] = [];
  const posted: unknown[] = [];
  const own = indexOf(Object.fromEntries(visits.map((row) => [row.eventId, row])));
  const letters = indexOf(messages);
  const service: {
    answer: SendResult | Promise<SendResult>;
    reissued: VisitEntry | Error | undefined;
    asks: number;
  } = {
    answer: { kind: "charged" },
    reissued: undefined,
    /** How often other tabs were asked for the lock. */
    asks: 0,
  };
  let learn: (settled: Settled) => void = () => undefined;
  const store = {
    index: own.index,
    settling: {
      onSettled: (listener: typeof learn) => ((learn = listener), () => void (learn = () => undefined)),
      settleKnown: (id: string) => void log.push(`known? ${id}`),
    },
    summary: (id: string) => own.rows.get(eventKey(id)),
    planFacts: (row: VisitEntry) => ({
      sameVisit: [...own.rows.values()].filter(({ visitId }) => visitId === row.visitId),
      removedCharge: undefined,
      isReplaced: false,
      ...facts,
    }),
    service: { row: () => undefined },
    keep: async (id: string) => void log.push(`keep ${id}`),
    reissue: async (id: string) => {
      log.push(`reissue ${id}`);
      if (service.reissued instanceof Error) throw service.reissued;
      if (service.reissued) own.rows.set(service.reissued.eventId, service.reissued);
      return service.reissued?.eventId ?? "";
    },
    bodies: async (ids: readonly string[]) =>
      ids.map((eventId) => new VisitBody({ eventId, revision: 3 }, "{}")),
    contents: { hashOf: async () => "h", contentOf: async () => "{}" },
  };
  const parts = {
    visits: store,
    messages: { index: letters.index, get: async () => ({ attachments: [] }), entry: () => undefined },
    environment: machine.tab().environment,
    channel: {
      post: (message: { type: string }) =>
        message.type === "outbox" ? void (service.asks += 1) : void posted.push(message),
    },
    lockName: "outbox",
    refresh: async () => void log.push("run"),
    sender: {
      sendVisit: async ({ eventId }: { eventId: string }) => (log.push(`send ${eventId}`), service.answer),
      sendMessage: async ({ id }: { id: string }) => (log.push(`send ${id}`), { kind: "sent", messageId: 7 }),
    },
    userName: "casey",
    now: () => machine.time,
    random: () => 0,
    repeatsAreSafe: () => isSafe,
    examplesMayLeave: () => false,
  };
  // What an outbox uses of its parts.
  const outbox = new OutboxService(parts as unknown as OutboxParts);
  return {
    outbox,
    machine,
    service,
    posted,
    own,
    letters,
    learn: (settled: Settled) => learn(settled),
    place: (id: string) => own.rows.get(id)?.queued ?? letters.rows.get(id)?.queued,
    /** What happened since it was last asked. */
    happened: async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return log.splice(0);
    },
  };
}
