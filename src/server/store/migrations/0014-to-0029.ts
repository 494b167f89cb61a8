import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

const appendOnly = "the audit trail is append-only";
const anchorStands = "the anchor of the audit trail moves only with its row in the trail";

/** Whether the newest row of the trail announces this move of the anchor, and the hash is that row's. */
const isTold = (schema: string) => `new.id = 1 and new.entries > old.entries
  and new.hash = (select hash from ${schema}audit_entry where seq = new.entries)
  and exists (select 1 from ${schema}audit_entry where seq = (select max(seq) from ${schema}audit_entry)
    and seq > new.entries and action = 'removed trail' and subject = 'entries 1-' || new.entries || ' ' || new.hash)`;

const anchorOnSqlite = ({ run }: MigrationContext) =>
  run(`
    drop trigger audit_entry_no_delete;
    create trigger audit_entry_no_delete before delete on audit_entry
      when old.seq > coalesce((select entries from audit_anchor where id = 1), 0)
      begin select raise(abort, '${appendOnly}'); end;
    create trigger audit_anchor_moves before update on audit_anchor when coalesce(${isTold("")}, 0) = 0
      begin select raise(abort, '${anchorStands}'); end;
    create trigger audit_anchor_no_insert before insert on audit_anchor
      begin select raise(abort, '${anchorStands}'); end;
    create trigger audit_anchor_no_delete before delete on audit_anchor
      begin select raise(abort, '${anchorStands}'); end;
  `);

/** The schema is named, so that a temporary table is not mistaken for ours. */
async function anchorOnPostgres({ db, run }: MigrationContext): Promise<void> {
  const found = await sql<{ name: string }>`select quote_ident(current_schema()) as name`.execute(db);
  const schema = `${found.rows[0]?.name ?? "public"}.`;
  await sql`create or replace function audit_entry_append_only() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then
      if old.seq <= (select entries from ${sql.raw(schema)}audit_anchor where id = 1) then return old; end if;
    end if;
    raise exception ${sql.lit(appendOnly)};
  end $$`.execute(db);
  await sql`create function audit_anchor_moves() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      if ${sql.raw(isTold(schema))} then return new; end if;
    end if;
    raise exception ${sql.lit(anchorStands)};
  end $$`.execute(db);
  await run(`
    create trigger audit_anchor_moves before insert or update or delete on audit_anchor
      for each row execute function audit_anchor_moves();
    create trigger audit_anchor_no_truncate before truncate on audit_anchor
      for each statement execute function audit_anchor_moves();
  `);
}

export const from14To29: readonly Migration[] = [
  {
    name: "0014-code-notice",
    up: ({ run }) =>
      run(`create table code_notice (name text primary key, text text not null, origin text not null,
        checksum text not null, accepted_on text not null, accepted_by text not null)`),
  },
  /**
   * Users who could do everything but import code sets still can; the first who could do that too becomes administrator.
   */
  {
    name: "0015-roles",
    up: ({ run }) =>
      run(`
        alter table app_user add column role text not null default 'clerk';
        update app_user set role = 'lead';
        update app_user set role = 'administrator' where user_id =
          (select min(user_id) from app_user where disabled = 0 and rights like '%"import-codes"%');
      `),
  },
  /** Finds expired claims and snoozes, of which there are few. */
  {
    name: "0016-visits-over",
    up: ({ run }) =>
      run(`
        create index visit_taken on visit (taken_until) where taken_until > 0;
        create index visit_put_off on visit (snoozed_until) where snoozed_until > 0;
      `),
  },
  /** Names for the GUIDs of events, and fees; their last change number is a row of `counter`. */
  {
    name: "0017-directory",
    up: ({ integer, run }) =>
      run(`
        create table directory_entry (kind text not null, entry_id text not null, first_day text not null,
          content text not null, version ${integer} not null,
          constraint directory_entry_key primary key (kind, entry_id, first_day));
        create index directory_entry_version on directory_entry (version);
        insert into counter (name, value) values ('directory', 0);
      `),
  },
  /** Keeps pages of the trail by actor or by action fast, however long the trail is. */
  {
    name: "0018-find-in-trail",
    up: ({ run }) =>
      run(`
        create index audit_entry_actor on audit_entry (actor, seq);
        create index audit_entry_action on audit_entry (action, seq);
      `),
  },
  /** For the People page: display names, last uses, one-time links, and the clinic's name. */
  {
    name: "0019-people",
    up: ({ integer, run }) =>
      run(`
        alter table app_user add column display_name text not null default '';
        alter table app_user add column last_sign_in_at ${integer};
        update app_user set last_sign_in_at =
          (select max(session.created_at) from session where session.user_id = app_user.user_id);
        alter table session add column browser text not null default '';
        create table user_link (link_hash text primary key, user_id ${integer} not null references app_user (user_id),
          made_at ${integer} not null, made_by text not null, expires_at ${integer} not null, used_at ${integer});
        create index user_link_user on user_link (user_id);
        create table clinic (one ${integer} primary key, name text not null);
      `),
  },
  /** Second factors, and their sign-ins or setups in progress. */
  {
    name: "0020-second-factor",
    up: ({ integer, run }) =>
      run(`
        create table totp (user_id ${integer} primary key, secret text not null, since ${integer} not null,
          last_step ${integer} not null);
        create table passkey (credential_id text primary key, user_id ${integer} not null, public_key text not null,
          counter ${integer} not null, transports text not null, rp_id text not null, name text not null,
          created_at ${integer} not null, last_used_at ${integer});
        create index passkey_user on passkey (user_id);
        create table recovery_code (user_id ${integer} not null, code_hash text not null,
          constraint recovery_code_key primary key (user_id, code_hash));
        create table factor_challenge (handle_hash text primary key, user_id ${integer}, address_key text,
          content text not null, challenge text, tries ${integer} not null, expires_at ${integer} not null);
        alter table session add column proved_at ${integer};
        alter table session add column began_by text;
      `),
  },
  /** API keys of programs. The trail identifies them by name, so active keys have unique names. */
  {
    name: "0021-program-keys",
    up: ({ serial, integer, run }) =>
      run(`
        create table program_key (key_id ${serial} primary key, name text not null, name_key text not null,
          operations text not null, practices text not null, key_created_at ${integer} not null, created_by text,
          expires_at ${integer} not null, ended_at ${integer}, ended_by text, last_used_from text);
        create unique index program_key_name on program_key (name_key) where ended_at is null;
        create table program_secret (secret_hash text primary key,
          key_id ${integer} not null references program_key (key_id), mark text not null, hint text not null,
          secret_created_at ${integer} not null, works_until ${integer}, last_used_at ${integer});
        create unique index program_secret_current on program_secret (key_id) where works_until is null;
        create index program_secret_key on program_secret (key_id);
      `),
  },
  /**
   * The wrapped encryption keys, of which only one can be current, and the key an attachment's chunk is sealed under, which
   * its bytes do not show.
   */
  {
    name: "0022-data-keys",
    up: ({ integer, run }) =>
      run(`
        create table data_key (key_id ${integer} primary key, state text not null, given_id text not null,
          wrapped text not null, made_at ${integer} not null);
        create unique index data_key_current on data_key (state) where state = 'current';
        alter table attachment_piece add column key_id ${integer} not null default 0;
      `),
  },
  /**
   * Charged and closed visits are searched in memory: a charge need not update indexes for the orders they are shown in.
   */
  {
    name: "0023-done-in-memory",
    async up({ run }) {
      for (const state of ["charged", "closed"])
        for (const column of [
          "received_at",
          "first_received_at",
          "amount_minor",
          "service_date",
          "reason_key",
        ])
          await run(`drop index if exists visit_${state}_${column}`);
    },
  },
  /** Finds what one person did of one kind quickly, however long the trail is. */
  {
    name: "0024-trail-index",
    up: ({ run }) => run("create index audit_entry_actor_action on audit_entry (actor, action, seq)"),
  },
  /**
   * Rows may only be removed from the trail's beginning, up to the anchor. The anchor only moves forward, and only when
   * the trail's newest row announces it, so that nobody shortens the trail unnoticed.
   */
  {
    name: "0025-trail-anchor",
    async up(context) {
      const { kind, integer, run } = context;
      await run(`
        create table audit_anchor (id ${integer} primary key, entries ${integer} not null, hash text not null);
        insert into audit_anchor (id, entries, hash) values (1, 0, '${"0".repeat(64)}');
      `);
      await (kind === "sqlite" ? anchorOnSqlite(context) : anchorOnPostgres(context));
    },
  },
  {
    name: "0026-code-uploads",
    up: ({ integer, bytes, run }) =>
      run(`create table code_upload (upload_id text not null, uploaded_by text not null, set_name text not null,
        facts text not null, content ${bytes} not null, uploaded_at ${integer} not null,
        constraint code_upload_key primary key (upload_id, uploaded_by, set_name))`),
  },
  /** Marks a password that this program made and printed: whoever has it chooses their own at the first sign-in. */
  {
    name: "0027-printed-password",
    up: ({ integer, run }) =>
      run(`alter table app_user add column password_printed ${integer} not null default 0`),
  },
  /**
   * What was restored from a backup (a restore has made the table already, see `settle-restore.ts`), and which program keys
   * wait for an administrator since.
   */
  {
    name: "0028-restored-backup",
    up: ({ integer, run }) =>
      run(`
        create table if not exists restored_backup (one ${integer} primary key, restored_at ${integer} not null,
          settled_at ${integer}, confirmed_at ${integer});
        alter table program_key add column held_since ${integer};
      `),
  },
  /** Letters at the mail service: how often each was tried, and what became of those that were not simply delivered. */
  {
    name: "0029-mail-attempts",
    up: ({ integer, serial, run }) =>
      run(`
        create table mail_attempt (attempt_id ${serial} primary key, account text not null, uid_validity text not null,
          uid ${integer} not null, attempts ${integer} not null, tried_at ${integer} not null, outcome text, reason text,
          sender text, size ${integer}, message_id ${integer},
          constraint mail_attempt_letter unique (account, uid_validity, uid));
        create index mail_attempt_outcome on mail_attempt (outcome, tried_at);
      `),
  },
];
