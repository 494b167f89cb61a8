import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

const texts = ["event_id", "practice_id", "state", "reason", "currency", "payers", "providers", "rules"];
const numbers = [
  "is_open",
  "was_open",
  "amount_minor",
  "line_count",
  "received_at",
  "first_received_at",
  "taken_at",
  "taken_until",
  "snoozed_until",
  "note_count",
  "event_count",
  "change_number",
];
const copied = [
  "visit_id",
  ...texts,
  "reason_key",
  "service_date",
  ...numbers,
  "taken_by",
  "invoice_number",
].join(", ");
const rowsAtOnce = 500;

/** The words of a reason, each after a space, as at this migration. */
function wordsOf(reason: string): string {
  const plain = reason.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, 40).join(""));
  return [...new Set(words)].map((word) => ` ${word}`).join("");
}

async function makeOpenVisits({ db, kind, integer }: MigrationContext): Promise<void> {
  const plainText = kind === "postgres" ? sql`text collate "C"` : "text";
  let table = db.schema
    .createTable("open_visit")
    .addColumn("visit_id", plainText, (column) => column.primaryKey());
  for (const name of texts) table = table.addColumn(name, "text", (column) => column.notNull());
  for (const name of ["reason_key", "reason_words", "service_date"])
    table = table.addColumn(name, plainText, (column) => column.notNull());
  for (const name of numbers) table = table.addColumn(name, integer, (column) => column.notNull());
  await table.addColumn("taken_by", "text").addColumn("invoice_number", integer).execute();
  await sql`insert into open_visit (${sql.raw(copied)}, reason_words)
    select ${sql.raw(copied)}, '' from visit where is_open = 1`.execute(db);
  for (let after = ""; ;) {
    const { rows } = await sql<{ visit_id: string; reason: string }>`select visit_id, reason from open_visit
      where visit_id > ${after} order by visit_id limit ${rowsAtOnce}`.execute(db);
    const last = rows.at(-1);
    if (!last) break;
    const values = rows.map(({ visit_id, reason }) => sql`(${visit_id}, ${wordsOf(reason)})`);
    await sql`update open_visit set reason_words = known.column2 from (values ${sql.join(values)}) as known
      where visit_id = known.column1`.execute(db);
    after = last.visit_id;
  }
}

/** The orders of a list, each with the visit's id, by which a page continues. */
async function indexOrders({ db, kind }: MigrationContext): Promise<void> {
  const least = sql.raw(kind === "postgres" ? "least" : "min");
  const most = sql.raw(kind === "postgres" ? "greatest" : "max");
  const need = sql`(first_received_at / 86400000 * 100000000000
    + (99999999999 - ${least}(${most}(amount_minor, 0), 99999999999)))`;
  await sql`create index open_visit_need on open_visit (${need}, visit_id)`.execute(db);
  for (const column of ["received_at", "first_received_at", "amount_minor", "service_date", "reason_key"])
    await sql`create index ${sql.id(`open_visit_${column}`)} on open_visit (${sql.id(column)}, visit_id)`.execute(
      db,
    );
  await sql`create index open_visit_held on open_visit (taken_until) where taken_until > 0`.execute(db);
  // With all that is sorted, counted and summed by, so that a list within bounds is found in one index alone.
  const orders = ["received_at", "first_received_at", "amount_minor", "service_date"];
  for (const column of orders) {
    const others = orders.filter((each) => each !== column).join(", ");
    await sql`create index ${sql.id(`visit_${column}`)} on visit
      (state, ${sql.id(column)}, visit_id, practice_id, currency, ${sql.raw(others)})`.execute(db);
  }
  await sql`create index closed_visit_reason_key on visit (reason_key, visit_id) where state = 'closed'`.execute(
    db,
  );
  await sql`create index visit_practice on visit (practice_id, state)`.execute(db);
}

async function makeParties({ db, kind }: MigrationContext): Promise<void> {
  await db.schema
    .createTable("visit_party")
    .addColumn("party_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("visit_id", kind === "postgres" ? sql`text collate "C"` : "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("visit_party_key", ["party_id", "kind", "visit_id"])
    .$call((table) => (kind === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  for (const [name, column] of [
    ["payer", sql.ref("payers")],
    ["provider", sql.ref("providers")],
  ] as const) {
    const each =
      kind === "postgres"
        ? sql`unnest(string_to_array(${column}, ' ')) as party(value)`
        : sql`json_each('["' || replace(${column}, ' ', '","') || '"]') as party`;
    await sql`insert into visit_party (party_id, kind, visit_id)
      select distinct party.value, ${name}, visit_id from visit, ${each} where ${column} <> ''`.execute(db);
  }
}

/**
 * Lists of visits by SQL: the open ones once more in a small table of their own, since they are few among many and any
 * filter may have to look at all of them; indexes for the orders; and the visits of each payer and provider.
 */
export const visitLists: Migration = {
  name: "0030-visit-lists",
  async up(context) {
    await makeOpenVisits(context);
    await makeParties(context);
    await indexOrders(context);
    await sql`drop index visit_open`.execute(context.db);
  },
};

/** One row that is rewritten to learn whether anything can be written. */
export const writeProbe: Migration = {
  name: "0031-write-probe",
  async up({ db, integer, bytes }) {
    await db.schema
      .createTable("write_probe")
      .addColumn("id", integer, (column) => column.primaryKey())
      .addColumn("content", bytes, (column) => column.notNull())
      .execute();
  },
};

/** The program makes and prints no passwords any more: the first user follows a printed link and chooses one. */
export const noPrintedPassword: Migration = {
  name: "0032-no-printed-password",
  async up({ db }) {
    await db.schema.alterTable("app_user").dropColumn("password_printed").execute();
  },
};

/** By which time zone's days events are counted: until now by those of UTC. */
export const countedDays: Migration = {
  name: "0033-counted-days",
  async up({ db, integer }) {
    await db.schema
      .createTable("counted")
      .addColumn("one", integer, (column) => column.primaryKey())
      .addColumn("time_zone", "text", (column) => column.notNull())
      .addColumn("recounts", integer, (column) => column.notNull())
      .execute();
    await sql`insert into counted (one, time_zone, recounts) values (1, 'UTC', 0)`.execute(db);
  },
};

/**
 * The order by need is stored, since SQL knows no time zones: until the next start it is that of UTC's days, and then
 * ordered by the clinic's, as the counts are.
 */
export const needByClinicDays: Migration = {
  name: "0034-need-by-clinic-days",
  async up({ db, kind, integer }) {
    const [least, most] = kind === "postgres" ? ["least", "greatest"] : ["min", "max"];
    await sql`drop index open_visit_need`.execute(db);
    await db.schema
      .alterTable("open_visit")
      .addColumn("need", integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update open_visit set need = first_received_at / 86400000 * 100000000000
      + (99999999999 - ${sql.raw(least)}(${sql.raw(most)}(amount_minor, 0), 99999999999))`.execute(db);
    await sql`create index open_visit_need on open_visit (need, visit_id)`.execute(db);
    await sql`update counted set time_zone = 'UTC'`.execute(db);
  },
};
