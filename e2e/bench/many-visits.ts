import Database from "libsql";
import { Client } from "pg";

export const visitCount = 1_000_000;
export const openCount = 50_000;

/**
 * Each number from 1 on is a visit with one event; every twentieth is open. `chargeRate` never sends events for these
 * visits.
 */
export const visitIdOf = (number: number) => `bbbbbbb2${number.toString(16).padStart(24, "0")}`;
const firstAt = 1_790_000_000_000;
const stepMs = 5000;

/** The instant of the event with that number. */
export const receivedAtOf = (number: number) => firstAt + number * stepMs;

const isOpen = "i % 20 = 0";
const isClosed = "i % 1000 = 1";
const practice = `case when i % 4 = 0 then 'aaaaaaa90000000000000000000000aa' else 'aaaaaaa90000000000000000000000bb' end`;
const receivedAt = `${firstAt} + i * ${stepMs}`;

/** The columns of a visit, derived from its number. */
const visit = (id: string, hex: (number: string) => string): Readonly<Record<string, string>> => ({
  visit_id: id,
  event_id: id,
  practice_id: practice,
  state: `case when i % 100 = 0 then 'refused' when ${isOpen} then 'withheld' when ${isClosed} then 'closed' else 'charged' end`,
  is_open: `case when ${isOpen} then 1 else 0 end`,
  was_open: `case when ${isOpen} then 1 else 0 end`,
  reason: `case when ${isOpen} then 'Reason ' || (i / 20 % 40) else '' end`,
  reason_key: `case when ${isOpen} then 'reason ' || (i / 20 % 40) else '' end`,
  currency: "'USD'",
  amount_minor: "i * 7919 % 50000",
  line_count: "3",
  service_date: "'2026-' || (10 + i % 3) || '-' || (10 + i % 19)",
  payers: `'aaaaaaa5' || ${hex("i % 30")}`,
  providers: `'aaaaaaa4' || ${hex("i % 12")}`,
  rules: "''",
  held_reasons: `case when ${isOpen} then '["Reason ' || (i / 20 % 40) || '"]' else '' end`,
  received_at: receivedAt,
  first_received_at: receivedAt,
  taken_by: "null",
  taken_at: "0",
  taken_until: "0",
  snoozed_until: "0",
  note_count: "0",
  event_count: "1",
  invoice_number: `case when ${isOpen} or ${isClosed} then null else i end`,
  change_number: "i",
});

/** Its event, without content, since no list reads it. */
const event = (id: string): Readonly<Record<string, string>> => ({
  event_id: id,
  visit_id: id,
  practice_id: practice,
  result: `case when ${isOpen} or ${isClosed} then 0 else 1 end`,
  withhold_reason: "null",
  content: "'{}'",
  received_at: receivedAt,
  received_from: "'engine'",
});

const into = (table: string, columns: Readonly<Record<string, string>>) =>
  `insert into ${table} (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")}`;

const columns = Object.keys(visit("", String)).join(", ");
const afterwards = [
  `insert into visit_count (name, practice_id, currency, visits, sum_minor)
    select 'state:' || state, practice_id, currency, count(*), sum(amount_minor) from visit
    group by state, practice_id, currency`,
  `insert into visit_count (name, practice_id, currency, visits, sum_minor)
    select 'day:' || (received_at / 86400000) || case result when 1 then ':charged' else ':withheld' end,
      practice_id, '', count(*), 0 from charged_event group by 1, 2`,
  `insert into visit_party (party_id, kind, visit_id) select payers, 'payer', visit_id from visit
    union all select providers, 'provider', visit_id from visit`,
  `insert into open_visit (${columns}, reason_words, need)
    select ${columns}, ' reason ' || substr(reason, 8),
      first_received_at / 86400000 * 100000000000 + 99999999999 - amount_minor from visit where is_open = 1`,
  `update last_number set value = ${visitCount}, changes = ${visitCount} where name = 'invoice'`,
];

/** Written by the database itself into the store of a stopped server: a million in half a minute. */
export function fillSqlite(file: string): void {
  const database = new Database(file);
  database.exec("pragma synchronous = off");
  // Rebuilt once the rows exist, which takes a fifth of the time.
  const indexes = database
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name in ('visit', 'open_visit', 'charged_event') and sql is not null",
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`drop index ${name}`);
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${visitCount})`;
  const hex = (number: string) => `printf('%024x', ${number})`;
  const id = `'bbbbbbb2' || ${hex("i")}`;
  for (const [table, columns] of [
    ["visit", visit(id, hex)],
    ["charged_event", event(id)],
  ] as const)
    database.exec(`${numbers} ${into(table, columns)} from n`);
  for (const sql of afterwards) database.exec(sql);
  for (const sql of [...indexes.map((index) => index.sql), "pragma wal_checkpoint(truncate)"])
    database.exec(sql);
  database.close();
}

export async function fillPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const hex = (number: string) => `lpad(to_hex(${number}), 24, '0')`;
  const id = `'bbbbbbb2' || ${hex("i")}`;
  const numbers = `generate_series(1::bigint, ${visitCount}) as t(i)`;
  await client.query(`${into("visit", visit(id, hex))} from ${numbers}`);
  await client.query(`${into("charged_event", event(id))} from ${numbers}`);
  // As it does by itself in time: what is found in an index alone needs it.
  for (const sql of [...afterwards, "vacuum analyze"]) await client.query(sql);
  await client.end();
}
