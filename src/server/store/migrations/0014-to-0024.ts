import { sql } from "kysely";
import type { Migration } from "#room/server/store/migration.ts";

export const codeNotice: Migration = {
  name: "0014-code-notice",
  async up({ db }) {
    await db.schema
      .createTable("code_notice")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("origin", "text", (column) => column.notNull())
      .addColumn("checksum", "text", (column) => column.notNull())
      .addColumn("accepted_on", "text", (column) => column.notNull())
      .addColumn("accepted_by", "text", (column) => column.notNull())
      .execute();
  },
};

/**
 * Users who could do everything but import code sets still can; the first who could do that too becomes administrator.
 */
export const roles: Migration = {
  name: "0015-roles",
  async up({ db }) {
    await db.schema
      .alterTable("app_user")
      .addColumn("role", "text", (column) => column.notNull().defaultTo("clerk"))
      .execute();
    await sql`update app_user set role = 'lead'`.execute(db);
    await sql`update app_user set role = 'administrator' where user_id =
      (select min(user_id) from app_user where disabled = 0 and rights like '%"import-codes"%')`.execute(db);
  },
};

/** Finds expired claims and snoozes, of which there are few. */
export const visitsOver: Migration = {
  name: "0016-visits-over",
  async up({ db }) {
    await sql`create index visit_taken on visit (taken_until) where taken_until > 0`.execute(db);
    await sql`create index visit_put_off on visit (snoozed_until) where snoozed_until > 0`.execute(db);
  },
};

/** Names for the GUIDs of events, and fees; their last change number is a row of `counter`. */
export const directory: Migration = {
  name: "0017-directory",
  async up({ db, integer }) {
    await db.schema
      .createTable("directory_entry")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("entry_id", "text", (column) => column.notNull())
      .addColumn("first_day", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("directory_entry_key", ["kind", "entry_id", "first_day"])
      .execute();
    await sql`create index directory_entry_version on directory_entry (version)`.execute(db);
    await sql`insert into counter (name, value) values ('directory', 0)`.execute(db);
  },
};

/** Keeps pages of the trail by actor or by action fast, however long the trail is. */
export const findInTrail: Migration = {
  name: "0018-find-in-trail",
  async up({ db }) {
    for (const column of ["actor", "action"])
      await db.schema
        .createIndex(`audit_entry_${column}`)
        .on("audit_entry")
        .columns([column, "seq"])
        .execute();
  },
};

/** For the People page: display names, last uses, one-time links, and the clinic's name. */
export const people: Migration = {
  name: "0019-people",
  async up({ db, integer }) {
    await db.schema
      .alterTable("app_user")
      .addColumn("display_name", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema.alterTable("app_user").addColumn("last_sign_in_at", integer).execute();
    await sql`update app_user set last_sign_in_at =
      (select max(session.created_at) from session where session.user_id = app_user.user_id)`.execute(db);
    await db.schema
      .alterTable("session")
      .addColumn("browser", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema
      .createTable("user_link")
      .addColumn("link_hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", integer, (column) => column.notNull().references("app_user.user_id"))
      .addColumn("made_at", integer, (column) => column.notNull())
      .addColumn("made_by", "text", (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addColumn("used_at", integer)
      .execute();
    await db.schema.createIndex("user_link_user").on("user_link").column("user_id").execute();
    await db.schema
      .createTable("clinic")
      .addColumn("one", integer, (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .execute();
  },
};

/** Second factors, and their sign-ins or setups in progress. */
export const secondFactor: Migration = {
  name: "0020-second-factor",
  async up({ db, integer }) {
    await db.schema
      .createTable("totp")
      .addColumn("user_id", integer, (column) => column.primaryKey())
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("since", integer, (column) => column.notNull())
      .addColumn("last_step", integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("passkey")
      .addColumn("credential_id", "text", (column) => column.primaryKey())
      .addColumn("user_id", integer, (column) => column.notNull())
      .addColumn("public_key", "text", (column) => column.notNull())
      .addColumn("counter", integer, (column) => column.notNull())
      .addColumn("transports", "text", (column) => column.notNull())
      .addColumn("rp_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("last_used_at", integer)
      .execute();
    await db.schema.createIndex("passkey_user").on("passkey").column("user_id").execute();
    await db.schema
      .createTable("recovery_code")
      .addColumn("user_id", integer, (column) => column.notNull())
      .addColumn("code_hash", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("recovery_code_key", ["user_id", "code_hash"])
      .execute();
    await db.schema
      .createTable("factor_challenge")
      .addColumn("handle_hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", integer)
      .addColumn("address_key", "text")
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("challenge", "text")
      .addColumn("tries", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .execute();
    await db.schema.alterTable("session").addColumn("proved_at", integer).execute();
    await db.schema.alterTable("session").addColumn("began_by", "text").execute();
  },
};

/** API keys of programs. */
export const programKeys: Migration = {
  name: "0021-program-keys",
  async up({ db, serial, integer }) {
    await db.schema
      .createTable("program_key")
      .addColumn("key_id", serial, (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", "text", (column) => column.notNull())
      .addColumn("operations", "text", (column) => column.notNull())
      .addColumn("practices", "text", (column) => column.notNull())
      .addColumn("key_created_at", integer, (column) => column.notNull())
      .addColumn("created_by", "text")
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addColumn("ended_at", integer)
      .addColumn("ended_by", "text")
      .addColumn("last_used_from", "text")
      .execute();
    // The trail identifies keys by name, so active keys have unique names.
    await sql`create unique index program_key_name on program_key (name_key) where ended_at is null`.execute(
      db,
    );
    await db.schema
      .createTable("program_secret")
      .addColumn("secret_hash", "text", (column) => column.primaryKey())
      .addColumn("key_id", integer, (column) => column.notNull().references("program_key.key_id"))
      .addColumn("mark", "text", (column) => column.notNull())
      .addColumn("hint", "text", (column) => column.notNull())
      .addColumn("secret_created_at", integer, (column) => column.notNull())
      .addColumn("works_until", integer)
      .addColumn("last_used_at", integer)
      .execute();
    await sql`create unique index program_secret_current on program_secret (key_id) where works_until is null`.execute(
      db,
    );
    await db.schema.createIndex("program_secret_key").on("program_secret").column("key_id").execute();
  },
};

/** The wrapped encryption keys, and the key an attachment's chunk is sealed under, which its bytes do not show. */
export const dataKeys: Migration = {
  name: "0022-data-keys",
  async up({ db, integer }) {
    await db.schema
      .createTable("data_key")
      .addColumn("key_id", integer, (column) => column.primaryKey())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("given_id", "text", (column) => column.notNull())
      .addColumn("wrapped", "text", (column) => column.notNull())
      .addColumn("made_at", integer, (column) => column.notNull())
      .execute();
    // Only one key can be current.
    await sql`create unique index data_key_current on data_key (state) where state = 'current'`.execute(db);
    await db.schema
      .alterTable("attachment_piece")
      .addColumn("key_id", integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/**
 * Charged and closed visits are searched in memory: a charge need not update indexes for the orders they are shown in.
 */
export const doneInMemory: Migration = {
  name: "0023-done-in-memory",
  async up({ db }) {
    for (const state of ["charged", "closed"])
      for (const column of ["received_at", "first_received_at", "amount_minor", "service_date", "reason_key"])
        await sql`drop index if exists ${sql.id(`visit_${state}_${column}`)}`.execute(db);
  },
};

/** Finds what one person did of one kind quickly, however long the trail is. */
export const trailIndex: Migration = {
  name: "0024-trail-index",
  async up({ db }) {
    await db.schema
      .createIndex("audit_entry_actor_action")
      .on("audit_entry")
      .columns(["actor", "action", "seq"])
      .execute();
  },
};
