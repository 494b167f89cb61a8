import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import { repeat } from "#room/server/repeat.ts";
import { type Settings, WrongSetting } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { createOutgoingLanes } from "./deliver-outgoing.ts";
import { fetchMail } from "./fetch-mail.ts";
import { mailReader } from "./read-aside.ts";
import { createMailSender } from "./send-mail.ts";

export interface DirectEdgeOptions {
  readonly store: Store;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  readonly now?: () => Date;
}

const lookForOutgoingEvery = 2000;

function authorityOf({ directTlsCa }: Settings): string | undefined {
  try {
    return directTlsCa === undefined ? undefined : readFileSync(directTlsCa, "utf8");
  } catch (error) {
    const message = `DIRECT_TLS_CA must name a file that can be read, not '${String(directTlsCa)}'.`;
    throw new WrongSetting(message, { cause: error });
  }
}

/**
 * The connection to other Direct domains: waiting mail is handed to the submission server, and new mail is fetched.
 * Does nothing for what is not configured. The returned function stops it, after what is in progress.
 */
export function startDirectEdge({
  store,
  settings,
  log,
  now = () => new Date(),
}: DirectEdgeOptions): () => Promise<void> {
  const ca = authorityOf(settings);
  const stops: (() => Promise<void>)[] = [];
  const every = (ms: number, work: () => Promise<unknown>) =>
    repeat({
      work,
      pauseMs: () => ms,
      onFailure: (error) => log.error({ err: error }, "the Direct edge had an error and continues"),
    });
  const { directSmtpUrl, directImapUrl } = settings;
  if (directSmtpUrl !== undefined) {
    const sender = createMailSender(directSmtpUrl, { ca });
    const lanes = createOutgoingLanes({ store, sender, now, log, owner: randomUUID() });
    let isFirst = true;
    const open = async () => {
      if (isFirst) await store.outgoingMail.endClaims();
      isFirst = false;
      return lanes.open();
    };
    const stop = every(lookForOutgoingEvery, open);
    stops.push(async () => {
      await stop();
      await lanes.close();
      sender.close();
    });
  }
  if (directImapUrl !== undefined) {
    const read = mailReader();
    const fetchAll = async () =>
      (await store.runAlone("mail", () => fetchMail({ store, url: directImapUrl, ca, now, log, read }))) ?? 0;
    stops.push(every(settings.directPollSeconds * 1000, fetchAll));
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
