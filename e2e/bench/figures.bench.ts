import Database from "libsql";
import { Client } from "pg";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { givePostgres, giveSqlite } from "./filled-stores.ts";
import { dayAfterFirst } from "./many-invoices.ts";
import { type Bench, type Measure, median, percentile } from "./measure.ts";

const rounds = 40;

/** What a day sheet’s figures are, without more: whole invoices, their lines by what these have, and their payments. */
const bareSums = (day: string) => {
  const from = Date.parse(`${day}T00:00:00Z`);
  const within = `created_at >= ${from} and created_at < ${from + 86_400_000} and ended_at is null`;
  const ofInvoices = ["'all'", "practice_id", "created_by"].map(
    (column) => `select ${column}, currency, count(*), sum(total_minor), sum(paid_minor) from invoice
      where ${within} group by 1, 2`,
  );
  const ofLines = ["'all'", "practice_id", "created_by", "provider_id", "payer_id", "code"].map(
    (
      column,
    ) => `select ${column}, currency, count(distinct invoice_line.invoice_number), count(*), sum(units),
      sum(amount_minor) from invoice join invoice_line on invoice_line.invoice_number = invoice.invoice_number
      where ${within} group by 1, 2`,
  );
  return [
    ...ofInvoices,
    ...ofLines,
    `select type, category, currency, count(*), sum(amount_minor) from invoice
      join invoice_payment on invoice_payment.invoice_number = invoice.invoice_number
      where ${within} group by 1, 2, 3`,
  ];
};

async function timed(call: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

async function measuresOf(
  engine: string,
  server: ServerProcess,
  run: (sql: string) => unknown,
): Promise<Measure[]> {
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const [bare, sheets]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const day = dayAfterFirst(10 + ((round * 37) % 440));
    const sums = async () => {
      for (const sql of bareSums(day)) await run(sql);
    };
    const sheet = () => wire.call("getDaySheet", { dateOf: "charge", from: day, to: day });
    // Each has it warm once: the first look at a day reads it from the disk.
    await sums();
    bare.push(await timed(sums));
    await sheet();
    sheets.push(await timed(sheet));
  }
  const list = () => wire.call("listVisits", { limit: 50 });
  const [alone, meanwhile]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) alone.push(await timed(list));
  const year = { from: dayAfterFirst(30), to: dayAfterFirst(394) };
  const ofYear = timed(() => wire.call("getDaySheet", { dateOf: "charge", ...year }));
  const isOver = ofYear.then(() => true);
  do meanwhile.push(await timed(list));
  while (!(await Promise.race([isOver, Promise.resolve(false)])));
  return [
    { name: `${engine}: a day’s sheet`, value: median(sheets), unit: "ms", floor: median(bare), atMost: 3 },
    { name: `${engine}: a year’s sheet`, value: (await ofYear) / 1000, unit: "s" },
    {
      name: `${engine}: p90 of a list while a year is summed up`,
      value: percentile(meanwhile, 0.9),
      unit: "ms",
      floor: percentile(alone, 0.9),
      atMost: 3,
    },
  ];
}

/** A day of 2,000 visits of a million beside the bare sums of it, and a year beside somebody who works. */
export const bench: Bench = async () => {
  const measures: Measure[] = [];
  const server = new ServerProcess({ CLINIC_TIME_ZONE: "UTC" });
  try {
    await giveSqlite(server, "figures");
    await server.start();
    const database = new Database(server.databaseFile, { readonly: true });
    measures.push(...(await measuresOf("SQLite", server, (sql) => database.prepare(sql).all())));
    database.close();
  } finally {
    await server.dispose();
  }
  const cluster = await givePostgres("figures");
  if (cluster === undefined) return measures;
  const other = new ServerProcess({ DATABASE_URL: cluster.url, CLINIC_TIME_ZONE: "UTC" });
  const client = new Client({ connectionString: cluster.url });
  try {
    await other.start();
    await client.connect();
    measures.push(...(await measuresOf("PostgreSQL", other, (sql) => client.query(sql))));
  } finally {
    await client.end();
    await other.dispose();
    await cluster.stop();
  }
  return measures;
};
