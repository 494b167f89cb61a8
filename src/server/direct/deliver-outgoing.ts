import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { OutgoingMail } from "#room/server/store/outbox.ts";
import type { Store } from "#room/server/store/store.ts";
import { noteContact } from "./last-contact.ts";
import type { HandOver, MailSender } from "./send-mail.ts";
import type { MessageRecord, NewMessage } from "#room/server/store/message-record.ts";
import { mimeSize } from "./mail-of-message.ts";

const longestSubject = 255;

type Failure = Exclude<HandOver, { kind: "sent" }>;

/** Certainly not delivered, unless the whole mail was sent and no answer came. */
function wordsOf({ recipient }: OutgoingMail, subject: string, outcome: Failure) {
  if (outcome.kind === "never")
    return {
      head: "Not delivered",
      lines: [
        `Your message "${subject}" was not delivered to ${recipient}.`,
        "",
        `The reason given by the recipient’s mail service, or on the way there: ${outcome.error}`,
      ],
    };
  const end = ["", `The last attempt ended with: ${outcome.error}`];
  if (!outcome.mayHaveArrived)
    return {
      head: "Not delivered",
      lines: [
        `Your message "${subject}" was not delivered to ${recipient}. We tried for a day, and no mail service accepted it.`,
        ...end,
      ],
    };
  return {
    head: "Not confirmed",
    lines: [
      `Your message "${subject}" to ${recipient} was sent, but the mail service did not confirm that it has it.`,
      "It may have been delivered. Ask the recipient before you send it again.",
      ...end,
    ],
  };
}

/** The message that tells a sender that a mail was not, or may not have been, delivered to someone. */
async function failureNotice(
  mail: OutgoingMail,
  message: MessageRecord,
  { outcome, now }: { outcome: Failure; now: number },
): Promise<NewMessage> {
  const domain = mail.sender.slice(mail.sender.lastIndexOf("@") + 1);
  const { head, lines } = wordsOf(mail, message.subject, outcome);
  const notice = {
    sender: `postmaster@${domain}`,
    to: [mail.sender],
    cc: [],
    createdTime: undefined,
    subject: `${head}: ${message.subject}`.slice(0, longestSubject),
    textBody: [
      ...lines,
      "",
      "Other recipients are not affected. We will not try this one again.",
      "Check the address, or reach the recipient another way.",
    ].join("\n"),
    htmlBody: undefined,
    attachments: [],
    receivedAt: now,
  };
  return { ...notice, size: await mimeSize(notice) };
}

export interface OutgoingOptions {
  readonly store: Pick<Store, "outgoingMail" | "mailSettings">;
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

/** Long enough for the largest mail. */
const attemptMs = 14 * minute;

/**
 * A claim belongs to a living process, which renews it; what a process leaves that was killed, another takes so much later. Who
 * has lost it without knowing cannot end the mail.
 */
export const claimFor = 30 * second;
export const renewedEvery = 5 * second;

/** Deliveries at a time: one that hangs blocks only its own lane, */
export const laneCount = 8;
/**
 * and that for so long; then another lane stands in for it, and the recipient's domain gets no other mail until it ends,
 * so that one bad server never holds more than the usual lanes,
 */
export const laneHeldFor = minute;
/** and many of them no more than our own server may be given connections. */
const mostLanes = 64;

export function pauseAfter(attempts: number): number {
  return pauses[Math.min(attempts, pauses.length - 1)] ?? hour;
}

const interrupted: HandOver = {
  kind: "later",
  mayHaveArrived: true,
  error: "The server was ended before the mail service answered.",
  cause: "KILLED",
};

async function deliverOne(mail: OutgoingMail, options: OutgoingOptions): Promise<void> {
  const { store, sender, now, log, owner } = options;
  const { outgoingId } = mail;
  const message = await store.outgoingMail.messageOf(mail);
  if (!message) throw new Error(`The message of outgoing mail ${outgoingId} is missing`);
  const { asksForNotices } = await store.mailSettings.read();
  const outcome = mail.mayHaveArrived
    ? interrupted
    : await sender.send(mail, message, {
        asksForNotices,
        signal: AbortSignal.timeout(attemptMs),
        mayEnd: () => store.outgoingMail.mayEnd(mail, { owner, until: now().getTime() + claimFor }),
      });
  const at = now().getTime();
  if (outcome.kind === "sent") {
    noteContact(store, "handed over", now());
    await store.outgoingMail.sent(mail, owner, { at, isAsked: asksForNotices });
    log.info({ outgoingId }, "a mail was sent");
    return;
  }
  // Mail servers' error messages quote addresses: they are stored with the mail, not logged.
  const { error, cause } = outcome;
  const mayHaveArrived = outcome.kind === "later" && outcome.mayHaveArrived;
  if (outcome.kind === "later" && !mayHaveArrived && at - mail.queuedAt < givenUpAfter) {
    const pause = pauseAfter(mail.attempts);
    await store.outgoingMail.postpone(mail, owner, { at: at + pause, error });
    log.warn(
      { outgoingId, attempts: mail.attempts + 1, pause, cause },
      "a mail could not be sent yet; this is retried",
    );
    return;
  }
  const notice = await failureNotice(mail, message, { outcome, now: at });
  await store.outgoingMail.giveUp(mail, owner, { error, mayHaveArrived, message: notice });
  log.warn({ outgoingId, cause }, "delivery of a mail was given up; the sender was told");
}

/** The mail in hand, and since when. */
interface Lane {
  begunAt: number;
  recipient: string;
}

/** A lane delivers one mail after another until none is due. */
export function createOutgoingLanes(options: OutgoingOptions) {
  const { store, now, log, owner } = options;
  const lanes = new Map<Promise<void>, Lane>();
  let isClosed = false;
  let renewedAt = now().getTime();

  /** Keeps the claims. */
  async function renew(): Promise<void> {
    const at = now().getTime();
    if (lanes.size === 0) renewedAt = at;
    if (at - renewedAt < renewedEvery) return;
    try {
      await store.outgoingMail.renew({ owner, until: at + claimFor });
      renewedAt = at;
    } catch (error) {
      log.error({ err: error }, "the claims of outgoing mail could not be renewed");
    }
  }

  function held(): Lane[] {
    const since = now().getTime() - laneHeldFor;
    return [...lanes.values()].filter(({ begunAt }) => begunAt <= since);
  }

  function claim(limit: number): Promise<OutgoingMail[]> {
    const at = now().getTime();
    const hanging = held().map(({ recipient }) => recipient);
    return store.outgoingMail.claim({ owner, now: at, until: at + claimFor, limit, hanging });
  }

  async function run(first: OutgoingMail, lane: Lane): Promise<void> {
    for (let mail: OutgoingMail | undefined = first; mail; [mail] = isClosed ? [] : await claim(1)) {
      lane.begunAt = now().getTime();
      lane.recipient = mail.recipient;
      try {
        await deliverOne(mail, options);
      } catch (error) {
        log.error({ err: error }, "the outcome of a mail could not be stored");
      }
    }
  }

  function start(mail: OutgoingMail): void {
    const state = { begunAt: now().getTime(), recipient: mail.recipient };
    const lane = run(mail, state)
      .catch((error: unknown) => log.error({ err: error }, "no further outgoing mail could be read"))
      .finally(() => lanes.delete(lane));
    lanes.set(lane, state);
  }

  return {
    /** Starts delivery of due mail, one per free lane, without waiting for it; returns how many. */
    async open() {
      await renew();
      const busy = lanes.size - held().length;
      const free = Math.min(laneCount - busy, mostLanes - lanes.size);
      if (free <= 0) return 0;
      const mails = await claim(free);
      for (const mail of mails) start(mail);
      return mails.length;
    },
    /** Each lane finishes its current mail and takes no other. */
    async close() {
      isClosed = true;
      const over = Promise.all(lanes.keys()).then(() => true);
      const pause = () => sleep(renewedEvery, false, { ref: false });
      while (!(await Promise.race([over, pause()]))) await renew();
    },
  };
}
