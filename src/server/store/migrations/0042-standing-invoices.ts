import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

const columns =
  "invoice_number, visit_id, event_id, practice_id, currency, total_minor, paid_minor, lines, created_at, created_by";

/** A visit had one invoice. SQLite drops a constraint of a table only with the table. */
async function allowSeveral({ db, kind, integer }: MigrationContext): Promise<void> {
  if (kind === "postgres") {
    await sql`alter table invoice drop constraint invoice_visit_id_key`.execute(db);
    return;
  }
  await sql`alter table invoice rename to single_invoice`.execute(db);
  await db.schema
    .createTable("invoice")
    .addColumn("invoice_number", integer, (column) => column.primaryKey())
    .addColumn("visit_id", "text", (column) => column.notNull())
    .addColumn("event_id", "text", (column) => column.notNull().references("charged_event.event_id"))
    .addColumn("practice_id", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("total_minor", integer, (column) => column.notNull())
    .addColumn("paid_minor", integer, (column) => column.notNull())
    .addColumn("lines", "text", (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("created_by", "text")
    .execute();
  const all = sql.raw(columns);
  await sql`insert into invoice (${all}) select ${all} from single_invoice`.execute(db);
  await sql`drop table single_invoice`.execute(db);
}

async function addStates({ db, kind, integer }: MigrationContext): Promise<void> {
  const plain = kind === "postgres" ? sql`text collate "C"` : sql`text`;
  const number = sql.raw(integer);
  for (const column of [
    sql`service_date ${plain}`,
    sql`replaces ${number}`,
    sql`replaced_by ${number}`,
    sql`ended_at ${number}`,
    sql`ended_by text`,
    sql`end_event_id text`,
    sql`end_reason text`,
  ])
    await sql`alter table invoice add column ${column}`.execute(db);
  for (const table of ["visit", "open_visit"])
    await sql`alter table ${sql.id(table)} add column corrections ${number} not null default 0`.execute(db);
  await sql`create index invoice_visit on invoice (visit_id, invoice_number)`.execute(db);
  await sql`create unique index invoice_standing on invoice (visit_id) where ended_at is null`.execute(db);
  await sql`create unique index invoice_ended_by on invoice (end_event_id) where end_event_id is not null`.execute(
    db,
  );
  await sql`create index invoice_ended on invoice (ended_at) where ended_at is not null`.execute(db);
  await sql`create index invoice_without_items on invoice (invoice_number) where service_date is null`.execute(
    db,
  );
}

/** What of an invoice is summed up: their rows are filled by the server, since the events may be sealed. */
async function addItems({ db, kind, integer }: MigrationContext): Promise<void> {
  const number = sql.raw(integer);
  const end = kind === "sqlite" ? sql`without rowid` : sql``;
  await sql`create table invoice_line (invoice_number ${number} not null, line ${number} not null,
    provider_id text not null, payer_id text not null, code text not null, modifiers text not null,
    units double precision not null, amount_minor ${number} not null, paid_minor ${number} not null,
    ar_minor ${number} not null, constraint invoice_line_key primary key (invoice_number, line)) ${end}`.execute(
    db,
  );
  await sql`create table invoice_payment (invoice_number ${number} not null, payment ${number} not null,
    payer_id text not null, type text not null, category text not null, amount_minor ${number} not null,
    constraint invoice_payment_key primary key (invoice_number, payment)) ${end}`.execute(db);
}

/** An invoice can be replaced by another, or voided: both stay, and one of a visit stands at most. */
export const standingInvoices: Migration = {
  name: "0042-standing-invoices",
  async up(context) {
    await allowSeveral(context);
    await addStates(context);
    await addItems(context);
  },
};
