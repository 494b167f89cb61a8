import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";
import { fillVisits } from "./0013-fill-visits.ts";

/** Text compared by code unit on both engines, as in JavaScript. */
function plainText(kind: MigrationContext["kind"]) {
  return kind === "postgres" ? sql`text collate "C"` : "text";
}

async function makeVisits({ db, kind, integer }: MigrationContext): Promise<void> {
  await db.schema
    .createTable("visit")
    .addColumn("visit_id", plainText(kind), (column) => column.primaryKey())
    .addColumn("event_id", "text", (column) => column.notNull())
    .addColumn("practice_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("is_open", integer, (column) => column.notNull())
    .addColumn("was_open", integer, (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("reason_key", plainText(kind), (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("amount_minor", integer, (column) => column.notNull())
    .addColumn("line_count", integer, (column) => column.notNull())
    .addColumn("service_date", plainText(kind), (column) => column.notNull())
    .addColumn("payers", "text", (column) => column.notNull())
    .addColumn("providers", "text", (column) => column.notNull())
    .addColumn("rules", "text", (column) => column.notNull())
    .addColumn("received_at", integer, (column) => column.notNull())
    .addColumn("first_received_at", integer, (column) => column.notNull())
    .addColumn("taken_by", "text")
    .addColumn("taken_at", integer, (column) => column.notNull())
    .addColumn("taken_until", integer, (column) => column.notNull())
    .addColumn("snoozed_until", integer, (column) => column.notNull())
    .addColumn("note_count", integer, (column) => column.notNull())
    .addColumn("event_count", integer, (column) => column.notNull())
    .addColumn("invoice_number", integer)
    .addColumn("change_number", integer, (column) => column.notNull())
    .execute();
}

/**
 * Most visits are charged ones, and they are only queried in these orders; open ones are read into memory by change
 * number. Each index covers only one of the two, so that a charge updates as few as possible.
 */
async function indexVisits({ db }: MigrationContext): Promise<void> {
  await sql`create index visit_change on visit (change_number)`.execute(db);
  await sql`create index visit_open on visit (change_number) where is_open = 1`.execute(db);
  await sql`create index visit_was_open on visit (change_number) where was_open = 1`.execute(db);
  await sql`create index visit_held_and_charged on visit (received_at) where was_open = 1 and state = 'charged'`.execute(
    db,
  );
  for (const state of ["charged", "closed"]) {
    for (const column of ["received_at", "first_received_at", "amount_minor", "service_date", "reason_key"]) {
      if (state === "charged" && column === "reason_key") continue;
      await sql`create index ${sql.id(`visit_${state}_${column}`)} on visit (${sql.id(column)}, visit_id)
        where state = ${sql.lit(state)}`.execute(db);
    }
  }
}

async function makeWhatBelongsToVisits({ db, kind, serial, integer }: MigrationContext): Promise<void> {
  await db.schema
    .createTable("refused_event")
    .addColumn("refused_id", serial, (column) => column.primaryKey())
    .addColumn("event_id", "text", (column) => column.notNull())
    .addColumn("visit_id", "text", (column) => column.notNull())
    .addColumn("practice_id", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("content", "text")
    .addColumn("code", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("faults", "text", (column) => column.notNull())
    .addColumn("received_at", integer, (column) => column.notNull())
    .addColumn("last_at", integer, (column) => column.notNull())
    .addColumn("times", integer, (column) => column.notNull())
    .addColumn("received_from", "text")
    .addColumn("sender", "text", (column) => column.notNull())
    .addUniqueConstraint("refused_event_once", ["event_id", "digest"])
    .execute();
  await sql`create index refused_event_visit on refused_event (visit_id, refused_id)`.execute(db);
  await sql`create index refused_event_sender on refused_event (sender, received_at)`.execute(db);
  await db.schema
    .createTable("visit_event")
    .addColumn("visit_id", "text", (column) => column.notNull())
    .addColumn("event_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("visit_event_key", ["visit_id", "event_id"])
    .execute();
  await db.schema
    .createTable("visit_note")
    .addColumn("note_id", "text", (column) => column.primaryKey())
    .addColumn("visit_id", "text", (column) => column.notNull())
    .addColumn("written_at", integer, (column) => column.notNull())
    .addColumn("written_by", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .execute();
  await sql`create index visit_note_visit on visit_note (visit_id, written_at)`.execute(db);
  await db.schema
    .createTable("visit_deed")
    .addColumn("deed_id", serial, (column) => column.primaryKey())
    .addColumn("visit_id", "text", (column) => column.notNull())
    .addColumn("at", integer, (column) => column.notNull())
    .addColumn("done_by", "text")
    .addColumn("deed", "text", (column) => column.notNull())
    .addColumn("detail", "text")
    .execute();
  await sql`create index visit_deed_visit on visit_deed (visit_id, deed_id)`.execute(db);
  await db.schema
    .createTable("visit_word")
    .addColumn("word", plainText(kind), (column) => column.notNull())
    .addColumn("visit_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("visit_word_key", ["word", "visit_id"])
    .execute();
  await db.schema
    .createTable("visit_count")
    .addColumn("name", plainText(kind), (column) => column.notNull())
    .addColumn("practice_id", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("visits", integer, (column) => column.notNull())
    .addColumn("sum_minor", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("visit_count_key", ["name", "practice_id", "currency"])
    .execute();
  await db.schema
    .createTable("visit_view")
    .addColumn("view_id", "text", (column) => column.primaryKey())
    .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("filter", "text", (column) => column.notNull())
    .addColumn("columns", "text")
    .addColumn("is_shared", integer, (column) => column.notNull())
    .execute();
}

/** The clinic's queue: visits and their parts, the number of the last change, and who may see which practices. */
export const visits: Migration = {
  name: "0013-visits",
  async up(context) {
    const { db, integer } = context;
    await makeVisits(context);
    await makeWhatBelongsToVisits(context);
    // Next to the last invoice number, in the row that serializes all visit changes.
    await db.schema
      .alterTable("counter")
      .addColumn("changes", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable("app_user")
      .addColumn("practices", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await fillVisits(context);
    await indexVisits(context);
  },
};
