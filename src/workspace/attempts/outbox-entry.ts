import type { AttemptOutcome, RefusedField } from "./attempt.ts";

/**
 * Why an entry has not left yet. `undo`: held, so that it can be taken back; `left`: its page was closed while it was
 * held, and it is told of before it leaves.
 */
export type WaitReason = "queued" | "undo" | "left" | "offline" | "busy" | "session" | "settle";

/**
 * A place in the outbox. `waiting`: leaves by itself at `notBefore`; `held`: a person stopped it, leaves when
 * released; `sending`: its attempt is written and the request may be on its way.
 */
export interface QueuedSend {
  readonly state: "waiting" | "held" | "sending";
  readonly reason: WaitReason;
  /** Milliseconds since 1970: when it was put in; entries leave in this order. */
  readonly since: number;
  /** Not before this moment (milliseconds since 1970). 0: at once. */
  readonly notBefore: number;
  /** How often it was turned away (busy, offline); the pauses grow with it. */
  readonly tries: number;
  /** It repeats an attempt whose outcome is unknown: same eventId, same content. */
  readonly repeats?: boolean;
  /** A person gave their word for the repeat, so it goes although the service has not called repeats safe. */
  readonly confirmed?: boolean;
  /** Blocking findings were seen and set aside by the user. */
  readonly allowFaults?: boolean;
}

/** What the wiring to the service makes of one send; the outbox decides by it alone. */
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
  /** The service surely took nothing and asks to come again (503, 429). */
  | { readonly kind: "busy"; readonly retryAfterMs?: number; readonly requestId?: string }
  /** The request surely never left. */
  | { readonly kind: "not-sent" }
  /** Nothing was taken since the session is gone; goes again after the next sign-in. */
  | { readonly kind: "no-session" }
  /** It may have been taken. */
  | { readonly kind: "unknown"; readonly message: string; readonly requestId?: string };

/** `answer`: the one that an attempt has not had; the visit may be charged already. */
export type Expected = "charged" | "withheld" | "answer";

/**
 * What sending an event now would mean, told before anything is sent. `send`: a first attempt, or a new one after a
 * refusal that stored nothing. `repeat`: the same content again (withheld, or unknown where repeats are safe).
 * `correct`: the service has this event with other content, so the corrected one goes under an eventId of its own.
 */
export type SendPlan = { readonly kind: "send" | "repeat" | "correct"; readonly expects: Expected } | Blocked;

export interface Blocked {
  readonly kind: "blocked";
  readonly reason: BlockReason;
  readonly message: string;
}

/** The plan that was carried out. `eventId` is the one that it goes under: another one after a correction. */
export type Entered = SendPlan & { readonly eventId: string };

/**
 * `unknown-needs-word`: an unknown attempt, and the service has not said that repeats are safe; goes only by
 * `repeat(id, { confirmed: true })`. `unknown-changed`: the content changed since an unknown attempt: settle that
 * one first. `to-be-merged`: a newer import waits beside the draft. `visit-unsettled`, `visit-charged`: another
 * event of the same visit stands in the way. `taken`: somebody else has the visit; `not-taken`: this user does not have
 * it, or no longer; `visit-closed`: it was put away without a charge. `replaced`: a corrected version stands in its place. `example`: made up,
 * and the service is no demonstration.
 */
export type BlockReason =
  | "example"
  | "charged"
  | "already-queued"
  | "unknown-needs-word"
  | "unknown-changed"
  | "to-be-merged"
  | "replaced"
  | "visit-unsettled"
  | "visit-charged"
  | "taken"
  | "not-taken"
  | "visit-closed"
  | "blocking-faults"
  | "not-found";

/** An outcome of one send, told to whoever watches the outbox. */
export interface Settled {
  readonly id: string;
  readonly kind: "visit" | "message";
  readonly outcome: AttemptOutcome;
  readonly code?: string;
  readonly message?: string;
}

/** What the outbox as a whole is doing. */
export interface OutboxStatus {
  readonly waiting: number;
  readonly held: number;
  readonly sending: number;
  /** Nothing leaves before this moment (milliseconds since 1970); undefined when nothing holds it up. */
  readonly pausedUntil?: number;
  /** `no-answer`: three calls in a row got none; what has not left waits for a person's word (`retryNow`). */
  readonly pausedBecause?: "offline" | "busy" | "session" | "no-answer";
  /** The browser cannot keep the ledger, so nothing leaves; or an outcome waits to be written. In plain words. */
  readonly storageFault?: string;
}
