import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

/** As much of the subject as an entry is found by: of `event:1/visit:2×3`, two words. In order, for the index. */
function wordsOf({ kind }: MigrationContext) {
  const plain = sql`replace(replace(lower(subject), '/', ' '), ',', ' ')`;
  const each =
    kind === "postgres"
      ? sql`unnest(string_to_array(${plain}, ' ')) as word(value)`
      : sql`json_each('[' || replace(json_quote(${plain}), ' ', '","') || ']') as word`;
  const before = (mark: string) =>
    kind === "postgres"
      ? sql`split_part(word.value, ${sql.lit(mark)}, 1)`
      : sql`substr(word.value, 1, instr(word.value || ${sql.lit(mark)}, ${sql.lit(mark)}) - 1)`;
  return sql`select distinct substr(rtrim(${before("×")}, ':'), 1, 100) as subject, seq
    from audit_entry, ${each} where rtrim(${before("×")}, ':') <> '' order by 1, 2`;
}

/** Like the trail's rows: the database itself rejects changes, and deletes only what the anchor has passed. */
async function forbidChanges({ db, kind }: MigrationContext): Promise<void> {
  if (kind === "postgres") {
    await sql`create trigger audit_subject_append_only before update or delete on audit_subject
      for each row execute function audit_entry_append_only()`.execute(db);
    await sql`create trigger audit_subject_no_truncate before truncate on audit_subject
      for each statement execute function audit_entry_append_only()`.execute(db);
    return;
  }
  const fails = sql`begin select raise(abort, 'the audit trail is append-only'); end`;
  await sql`create trigger audit_subject_no_update before update on audit_subject ${fails}`.execute(db);
  await sql`create trigger audit_subject_no_delete before delete on audit_subject
    when old.seq > coalesce((select entries from audit_anchor where id = 1), 0) ${fails}`.execute(db);
}

/** Finds what happened to a visit, an event or a message, however long the trail is. */
export const trailSubjects: Migration = {
  name: "0040-trail-subjects",
  async up(context) {
    const { db, kind, integer } = context;
    await db.schema
      .createTable("audit_subject")
      .addColumn("subject", kind === "postgres" ? sql`text collate "C"` : "text", (column) =>
        column.notNull(),
      )
      .addColumn("seq", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("audit_subject_key", ["subject", "seq"])
      .$call((table) => (kind === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
      .execute();
    await sql`insert into audit_subject (subject, seq) ${wordsOf(context)}`.execute(db);
    await forbidChanges(context);
  },
};
