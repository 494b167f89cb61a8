import type { AttemptOutcome, RefusedField } from "./attempt.ts";

/**
 * Why an entry has not left yet. `undo`: delayed, so that it can be undone; `left`: its page was closed during that
 * delay, and the user is told before it leaves.
 */
export type WaitReason = "queued" | "undo" | "left" | "offline" | "busy" | "session" | "settle";

/**
 * An entry's place in the outbox. `waiting`: leaves on its own at `notBefore`; `held`: stopped by the user, leaves when
 * released; `sending`: its attempt is recorded and the request may have left.
 */
export interface QueuedSend {
  readonly state: "waiting" | "held" | "sending";
  readonly reason: WaitReason;
  /** When it was queued, in milliseconds since 1970; entries leave in this order. */
  readonly since: number;
  /** Earliest time to send, in milliseconds since 1970. 0: now. */
  readonly notBefore: number;
  /** How many times it was turned away (busy, offline); the backoff grows with it. */
  readonly tries: number;
  /** Repeats an attempt whose outcome is unknown: same eventId, same content. */
  readonly repeats?: boolean;
  /** The user confirmed the repeat, so it is sent although the service has not declared repeats safe. */
  readonly confirmed?: boolean;
  /** The user saw the blocking findings and chose to send anyway. */
  readonly allowFaults?: boolean;
}

/** The result of one send, as reported by the API layer. The outbox decides by it alone. */
export type SendResult =
  | { readonly kind: "charged" | "withheld"; readonly message?: string; readonly requestId?: string }
  | { readonly kind: "sent"; readonly messageId: number; readonly requestId?: string }
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly message: string;
      readonly fields: readonly RefusedField[];
      readonly requestId?: string;
    }
  /** The service accepted nothing and asks to retry later (503, 429). */
  | { readonly kind: "busy"; readonly retryAfterMs?: number; readonly requestId?: string }
  /** The request certainly never left. */
  | { readonly kind: "not-sent" }
  /** Nothing was accepted because the session has ended; retried after the next sign-in. */
  | { readonly kind: "no-session" }
  /** It may have been accepted. */
  | { readonly kind: "unknown"; readonly message: string; readonly requestId?: string };

/** `answer`: the answer that an earlier attempt did not get; the visit may be charged already. */
export type Expected = "charged" | "withheld" | "answer";

/**
 * What sending an event now would do, decided before anything is sent. `send`: a first attempt, or a new one after a
 * refusal that stored nothing. `repeat`: the same content again (withheld, or unknown where repeats are safe).
 * `correct`: the service has this event with other content, so the corrected one gets an eventId of its own.
 */
export type SendPlan = { readonly kind: "send" | "repeat" | "correct"; readonly expects: Expected } | Blocked;

export interface Blocked {
  readonly kind: "blocked";
  readonly reason: BlockReason;
  readonly message: string;
}

/** The plan that was carried out. `eventId` is the one it is sent under, which differs after a correction. */
export type Entered = SendPlan & { readonly eventId: string };

/**
 * `unknown-needs-word`: an unknown attempt, and the service has not declared repeats safe; sent only by `repeat(id, {
 * confirmed: true })`. `unknown-changed`: the content changed since an unknown attempt, which must be settled first.
 * `to-be-merged`: a newer import is waiting to be merged; `outdated`: a newer event came in, which was not looked at. `unfinished`: half an amount may stand in it. `voided`: the visit's invoice was voided. `visit-unsettled`, `visit-charged`: another event of the same
 * visit prevents it. `taken`: somebody else has the visit; `not-taken`: this user does not have it, or no longer;
 * `visit-closed`: it was closed without billing. `visit-corrected`: the invoice to correct no longer stands;
 * `corrected-elsewhere`: the service can't correct it from here. `unexplained`: the user has not seen the difference and said why it is corrected. `replaced`: a corrected version exists. `changed-since`: what the user looked at is not what it says now. `example`: sample data, and
 * the service is not a demo.
 */
export type BlockReason =
  | "example"
  | "charged"
  | "voided"
  | "already-queued"
  | "unknown-needs-word"
  | "unknown-changed"
  | "to-be-merged"
  | "outdated"
  | "unfinished"
  | "replaced"
  | "visit-unsettled"
  | "visit-charged"
  | "taken"
  | "not-taken"
  | "visit-closed"
  | "visit-corrected"
  | "unexplained"
  | "corrected-elsewhere"
  | "blocking-faults"
  | "changed-since"
  | "not-found";

export interface Settled {
  readonly id: string;
  readonly kind: "visit" | "message";
  readonly outcome: AttemptOutcome;
  readonly code?: string;
  readonly message?: string;
}

export interface OutboxStatus {
  readonly waiting: number;
  readonly held: number;
  readonly sending: number;
  /** Sent before without an answer, and to be sent again to find out; in none of the other counts. Absent: none. */
  readonly unanswered?: number;
  /** Nothing leaves before this time (milliseconds since 1970); undefined when not paused. */
  readonly pausedUntil?: number;
  /** `no-answer`: three calls in a row got none; entries not yet sent wait for the user (`retryNow`). */
  readonly pausedBecause?: "offline" | "busy" | "session" | "no-answer";
  /** In plain words: the browser cannot store the ledger, so nothing leaves; or an outcome is waiting to be stored. */
  readonly storageFault?: string;
}
