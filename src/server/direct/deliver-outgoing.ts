import type { FastifyBaseLogger } from "fastify";
import type { OutgoingMail } from "#room/server/store/outbox.ts";
import type { Store } from "#room/server/store/store.ts";
import { failureNotice } from "./failure-notice.ts";
import { noteContact } from "./last-contact.ts";
import type { MailSender } from "./send-mail.ts";

export interface OutgoingOptions {
  readonly store: Pick<Store, "outgoingMail">;
  readonly sender: MailSender;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Identifies this process among those that share the database. */
  readonly owner: string;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Not shown by the interface: the delays between tries grow, and after a day the mail is given up. */
const pauses = [30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour];
export const givenUpAfter = 24 * hour;

/** Long enough for the largest mail; after that another process may take it over, and this one has given it up. */
const claimFor = 15 * minute;
const attemptMs = claimFor - minute;

/** Deliveries at a time: one that hangs blocks only its own lane. */
export const laneCount = 8;

export function pauseAfter(attempts: number): number {
  return pauses[Math.min(attempts, pauses.length - 1)] ?? hour;
}

async function deliverOne(mail: OutgoingMail, options: OutgoingOptions): Promise<void> {
  const { store, sender, now, log, owner } = options;
  const { outgoingId } = mail;
  const signal = AbortSignal.timeout(attemptMs);
  const message = await store.outgoingMail.messageOf(mail);
  if (!message) throw new Error(`The message of outgoing mail ${outgoingId} is missing`);
  const outcome = await sender.send(mail, message, signal);
  const at = now().getTime();
  if (outcome.kind === "sent") {
    noteContact(store, "handed over", now());
    await store.outgoingMail.sent(mail, owner);
    log.info({ outgoingId }, "a mail was sent");
    return;
  }
  // Mail servers' error messages quote addresses: they are stored with the mail, not logged.
  const { error, cause } = outcome;
  if (outcome.kind === "later" && at - mail.queuedAt < givenUpAfter) {
    const pause = pauseAfter(mail.attempts);
    const { mayHaveArrived } = outcome;
    await store.outgoingMail.postpone(mail, owner, { at: at + pause, error, mayHaveArrived });
    log.warn(
      { outgoingId, attempts: mail.attempts + 1, pause, cause },
      "a mail could not be sent yet; this is retried",
    );
    return;
  }
  const notice = await failureNotice(mail, message, { outcome, now: at });
  await store.outgoingMail.giveUp(mail, owner, {
    error,
    mayHaveArrived: outcome.kind === "later" && outcome.mayHaveArrived,
    message: notice,
  });
  log.warn({ outgoingId, cause }, "delivery of a mail was given up; the sender was told");
}

export interface OutgoingLanes {
  /** Starts delivery of due mail, one per free lane, without waiting for it; returns how many. */
  open(): Promise<number>;
  /** Each lane finishes its current mail and takes no other. */
  close(): Promise<void>;
}

/** A lane delivers one mail after another until none is due. */
export function createOutgoingLanes(options: OutgoingOptions): OutgoingLanes {
  const { store, now, log, owner } = options;
  const lanes = new Set<Promise<void>>();
  let isClosed = false;

  function claim(limit: number): Promise<OutgoingMail[]> {
    const at = now().getTime();
    return store.outgoingMail.claim({ owner, now: at, until: at + claimFor, limit });
  }

  async function run(first: OutgoingMail): Promise<void> {
    for (let mail: OutgoingMail | undefined = first; mail; [mail] = isClosed ? [] : await claim(1))
      try {
        await deliverOne(mail, options);
      } catch (error) {
        log.error({ err: error }, "the outcome of a mail could not be stored");
      }
  }

  function start(mail: OutgoingMail): void {
    const lane = run(mail)
      .catch((error: unknown) => log.error({ err: error }, "no further outgoing mail could be read"))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  return {
    async open() {
      const free = laneCount - lanes.size;
      if (free === 0) return 0;
      const mails = await claim(free);
      for (const mail of mails) start(mail);
      return mails.length;
    },
    async close() {
      isClosed = true;
      await Promise.all(lanes);
    },
  };
}
