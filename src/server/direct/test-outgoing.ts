import { vi } from "vitest";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { createOutgoingLanes } from "./deliver-outgoing.ts";
import type { MailSender } from "./send-mail.ts";

export const outgoingLog = createLog(readSettings({ LOG_LEVEL: "silent" }));

interface QueuedMail {
  readonly subject?: string;
  readonly receivedAt?: number;
}

/** A message from casey with recipients elsewhere; creates casey if missing. */
export async function queueMail(store: Store, outgoing: readonly string[], mail: QueuedMail = {}) {
  const casey = await store.users.find("casey");
  const userId =
    casey?.userId ??
    (
      await store.users.add({
        name: "casey",
        role: "lead",
        addresses: ["casey@direct.example"],
        createdAt: 1,
      })
    ).userId;
  const message = {
    sender: "casey@direct.example",
    to: outgoing,
    cc: [],
    createdTime: undefined,
    subject: mail.subject ?? "Grüße",
    textBody: "Text",
    htmlBody: undefined,
    attachments: [
      { fileName: "Größe.pdf", contentType: "application/pdf", content: Buffer.from([0, 255, 10]) },
    ],
    size: 1,
    receivedAt: mail.receivedAt ?? 1000,
  };
  await store.messages.deliver(message, { mailboxes: [], outgoing, senderUserId: userId });
  return { userId };
}

/** A process that delivers the outgoing mail at a given instant. */
export function lanesOf(store: Store, sender: MailSender, at: number | (() => number) = 1000, owner = "one") {
  const now = () => new Date(typeof at === "number" ? at : at());
  return createOutgoingLanes({ store, sender, now, log: outgoingLog, owner });
}

/** Tries the due mail, one per lane, and waits for the result; returns how many were tried. */
export async function tryOnce(...parameters: Parameters<typeof lanesOf>): Promise<number> {
  const lanes = lanesOf(...parameters);
  const count = await lanes.open();
  await lanes.close();
  return count;
}

/** Waits until it holds, for up to five seconds. */
export const untilItHolds = (assertion: () => void | Promise<void>) =>
  vi.waitFor(assertion, { timeout: 30_000, interval: 20 });
