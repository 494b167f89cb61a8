import Database from "libsql";
import { Client } from "pg";
import { fillPostgres, fillSqlite } from "./many-visits.ts";

const firstAt = Date.parse("2025-07-01T00:00:00Z");
/** Some 1,900 charged visits a day: a clinic network’s. */
const stepMs = 43_200;

/** The day that many days after the first. */
export const dayAfterFirst = (days: number) =>
  new Date(firstAt + days * 86_400_000).toISOString().slice(0, 10);

const createdAt = `${firstAt} + invoice_number * ${stepMs}`;

/** Invoices of the charged visits among the many, with three lines and a payment each. */
const invoicesWith = (serviceDate: string) => [
  `insert into invoice (invoice_number, visit_id, event_id, practice_id, currency, total_minor, paid_minor, lines,
      created_at, created_by, service_date)
    select invoice_number, visit_id, event_id, practice_id, currency, amount_minor, amount_minor / 5, '[]',
      ${createdAt}, 'user' || (invoice_number % 12), ${serviceDate} from visit where state = 'charged'`,
  ...[0, 1, 2].map(
    (line) => `insert into invoice_line (invoice_number, line, provider_id, payer_id, code, modifiers, units,
      amount_minor, paid_minor, ar_minor)
    select visit.invoice_number, ${line}, providers, payers, cast(99202 + (visit.invoice_number + ${line}) % 14 as text),
      '', 1, ${line === 0 ? "amount_minor - 2 * (amount_minor / 3)" : "amount_minor / 3"}, 0, 0
    from visit where state = 'charged'`,
  ),
  `insert into invoice_payment (invoice_number, payment, payer_id, type, category, amount_minor)
    select invoice_number, 0, '', case invoice_number % 3 when 0 then 'Cash' else 'Card' end, 'Copay', amount_minor / 5
    from visit where state = 'charged'`,
];

export function fillFiguresOfSqlite(file: string): void {
  fillSqlite(file);
  const database = new Database(file);
  database.exec("pragma synchronous = off");
  const inOrder = `date((${createdAt}) / 1000, 'unixepoch')`;
  for (const sql of [...invoicesWith(inOrder), "analyze", "pragma wal_checkpoint(truncate)"])
    database.exec(sql);
  database.close();
}

export async function fillFiguresOfPostgres(url: string): Promise<void> {
  await fillPostgres(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  const inOrder = `to_char(to_timestamp((${createdAt}) / 1000) at time zone 'UTC', 'YYYY-MM-DD')`;
  for (const sql of [...invoicesWith(inOrder), "vacuum analyze"]) await client.query(sql);
  await client.end();
}
