import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import { keepTotp, totpOf } from "#room/server/sessions/second-factor/factor-store.ts";
import type { Store } from "#room/server/store/store.ts";
import {
  viewer,
  buildGuid,
  chargeOf,
  refusedOf,
  startOfTests,
} from "#room/server/store/visits/test-visits.ts";

/** Part of everything that must not be readable on the disk. */
export const secret = "Quokka";

const words = (what: string) => `${secret} ${what}`;

/**
 * One of everything that is sealed, and a user whose mailbox contains it. Each call adds another one under its own
 * number.
 */
export async function putContent(store: Store, n: number) {
  const user =
    (await store.users.find("casey")) ??
    (await store.users.add({ name: "casey", role: "lead", addresses: ["c@a.example"], createdAt: 1 }));
  const charged = chargeOf(n * 10, n * 10);
  const withheld = chargeOf(n * 10 + 1, n * 10 + 1, {
    isWithheld: true,
    withholdReason: words("reason"),
    // Visits are filtered and sorted by this, so it is stored in the clear.
    reason: "Held",
  });
  const invoice = {
    currency: "USD",
    totalMinor: 1,
    paidMinor: 0,
    serviceDate: "2026-11-01",
    payments: [],
    lines: [
      {
        lineNumber: 1,
        cpt: secret,
        modifier: [secret],
        quantity: 1,
        amount: { currency: "USD", amount: 0.01 },
        billtoPayer: true,
        diagnoses: [],
      },
    ],
  };
  await store.events.take({
    ...charged,
    invoice,
    event: Object.assign({ remark: words("event") }, charged.event),
  });
  await store.events.take({
    ...withheld,
    event: Object.assign({ remark: words("withheld") }, withheld.event),
  });
  const refused = refusedOf(n * 10 + 2, n * 10 + 2);
  await store.visits.keepRefused({
    ...refused,
    event: { ...refused.event, remark: words("refused") },
    faults: [{ message: words("fault") }],
  });
  const visitId = buildGuid(2, n * 10 + 1);
  const casey = viewer("casey");
  const noteId = buildGuid(7, n);
  await store.visits.change(visitId, { kind: "note", noteId, text: words("note") }, casey, startOfTests);
  const messageId = await store.messages.deliver(
    {
      sender: "c@a.example",
      to: ["c@a.example"],
      cc: [],
      createdTime: undefined,
      subject: words("subject"),
      textBody: words("text"),
      htmlBody: `<p>${words("html")}`,
      attachments: [
        { fileName: words("file"), contentType: "text/plain", content: Buffer.from(words("attachment")) },
      ],
      size: 1,
      receivedAt: 1,
    },
    {
      mailboxes: [user.userId],
      sentAs: { userId: user.userId, clientId: `mail-${n}`, digest: words("digest"), bcc: [] },
    },
  );
  const totp = { userId: user.userId, secret: words("seed"), step: 0, now: 0 };
  await keepTotp(store, totp);
  return { userId: user.userId, messageId, charged, withheld, refused };
}

type Put = Awaited<ReturnType<typeof putContent>>;

/** All of it as read back, in one text. */
export async function readContent(
  store: Store,
  { userId, messageId, charged, withheld, refused }: Put,
): Promise<string> {
  const told: unknown[] = [];
  for (const { eventId } of [charged, withheld, refused]) {
    const visit = await store.visits.find({ visitId: "", eventId });
    if (visit) told.push(await store.visits.story(visit, { eventId: "" }));
  }
  told.push(await store.events.invoiceOf(charged.visitId));
  const message = await store.messages.find(userId, messageId);
  const [file] = message?.attachments ?? [];
  for await (const piece of file?.pieces() ?? []) told.push(Buffer.from(piece).toString());
  const { pieces: _, ...facts } = file ?? { pieces: undefined };
  told.push({ ...message, attachments: [facts] }, await store.messages.summariesOf(userId));
  const [found] = await store.visits.counts(
    [{ text: "quok", states: ["withheld"] }],
    viewer("casey"),
    startOfTests,
  );
  told.push(found?.total, await totpOf(store, userId));
  return JSON.stringify(told);
}

/** Everything that someone with the disk but no key can read. */
export async function onDisk(databaseUrl: string): Promise<string> {
  if (databaseUrl.startsWith("file:")) {
    const folder = dirname(sqlitePathOf(databaseUrl));
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "latin1"))
      .join("\n");
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  let all = "";
  for (const { name } of rows) {
    const { rows: lines } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
    // Bytes as hex.
    for (const { line } of lines)
      all += line.replaceAll(/\\\\x([\da-f]+)/g, (_, hex: string) =>
        Buffer.from(hex, "hex").toString("latin1"),
      );
  }
  await client.end();
  return all;
}

/**
 * The files of a PostgreSQL database, as someone with access to its machine can read them: without the cluster's
 * write-ahead log.
 */
export async function filesOfDatabase({ db }: Pick<Store, "db">): Promise<string> {
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ folder: string }>`
    select current_setting('data_directory') || '/base/' || oid as folder
    from pg_database where datname = current_database()`.execute(db);
  const folder = rows[0]?.folder ?? "";
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n");
}
