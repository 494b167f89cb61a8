import type { FastifyBaseLogger } from "fastify";
import type { OutgoingMail } from "#room/server/store/outgoing-mail.ts";
import type { Store } from "#room/server/store/store.ts";
import { failureNotice } from "./failure-notice.ts";
import type { MailSender } from "./send-mail.ts";

export interface OutgoingOptions {
  readonly store: Pick<Store, "outgoingMail">;
  readonly sender: MailSender;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Names this process among those that serve the same database. */
  readonly owner: string;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Not shown by the interface: the pauses between tries grow, and after a day the mail is given up. */
const pauses = [30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour];
export const givenUpAfter = 24 * hour;

/** Long enough for the largest mail; then another process may take it up, and this one has let go of it. */
const claimFor = 15 * minute;
const letGoAfter = claimFor - minute;
const atOnce = 4;

export function pauseAfter(attempts: number): number {
  return pauses[Math.min(attempts, pauses.length - 1)] ?? hour;
}

async function deliverOne(mail: OutgoingMail, options: OutgoingOptions, signal: AbortSignal): Promise<void> {
  const { store, sender, now, log, owner } = options;
  const { outgoingId } = mail;
  const message = await store.outgoingMail.messageOf(mail);
  if (!message) throw new Error(`The message of outgoing mail ${outgoingId} is missing`);
  const outcome = await sender.send(mail, message, signal);
  const at = now().getTime();
  if (outcome.kind === "sent") {
    await store.outgoingMail.sent(mail, owner);
    log.info({ outgoingId }, "a mail was handed over");
    return;
  }
  // Errors of mail servers quote addresses: they are kept with the mail, not in the log.
  const { error, cause } = outcome;
  if (outcome.kind === "later" && at - mail.queuedAt < givenUpAfter) {
    const pause = pauseAfter(mail.attempts);
    await store.outgoingMail.postpone(mail, owner, { at: at + pause, error });
    log.warn(
      { outgoingId, attempts: mail.attempts + 1, pause, cause },
      "a mail could not be handed over yet",
    );
    return;
  }
  const notice = await failureNotice(mail, message, { outcome, now: at });
  await store.outgoingMail.giveUp(mail, owner, { error, message: notice });
  log.warn({ outgoingId, cause }, "a mail was given up and its sender told");
}

/** Hands over all mail that is due; how many were tried. */
export async function deliverOutgoing(options: OutgoingOptions): Promise<number> {
  const now = options.now().getTime();
  const claim = { owner: options.owner, now, until: now + claimFor, limit: atOnce };
  const mails = await options.store.outgoingMail.claim(claim);
  const signal = AbortSignal.timeout(letGoAfter);
  const results = await Promise.allSettled(mails.map((mail) => deliverOne(mail, options, signal)));
  for (const result of results)
    if (result.status === "rejected")
      options.log.error({ err: result.reason }, "a mail could not be settled");
  return mails.length;
}
