import type { Migration } from "#room/server/store/migration.ts";

const appendOnly = "the audit trail is append-only";

const triggersOfSqlite = `
  create trigger audit_entry_no_update before update on audit_entry
    begin select raise(abort, '${appendOnly}'); end;
  create trigger audit_entry_no_delete before delete on audit_entry
    begin select raise(abort, '${appendOnly}'); end;
  create trigger audit_entry_no_replace before insert on audit_entry
    when exists (select 1 from audit_entry where seq = new.seq)
    begin select raise(abort, '${appendOnly}'); end;`;
const triggersOfPostgres = `
  create function audit_entry_append_only() returns trigger language plpgsql as
    $$ begin raise exception '${appendOnly}'; end $$;
  create trigger audit_entry_append_only before update or delete on audit_entry
    for each row execute function audit_entry_append_only();
  create trigger audit_entry_no_truncate before truncate on audit_entry
    for each statement execute function audit_entry_append_only();`;

/** An edition that still has these as steps of its own finds a store of this one complete. */
const earlierSteps = `0001-users-and-sessions 0002-charged-events 0003-messages 0004-code-sets 0005-message-bodies
  0006-mail-queued 0007-audit-and-sign-in 0008-attachment-pieces 0009-mail-order 0010-mail-outcomes 0011-sent-messages`;

/**
 * The tables of version 1.0, the oldest that is upgraded: its stores have them from twelve steps, of which this was the
 * last. The row of `counter` is also the lock that serializes charges, and that of `code_version` imports, so they exist
 * from the start. The database itself rejects changing or deleting a row of the trail.
 */
export const tablesOfFirstVersion: Migration = {
  name: "0012-sign-in-and-trail",
  async up({ kind, serial, integer, bytes, run }) {
    const steps = earlierSteps.split(/\s+/).map((name) => `('${name}', 0)`);
    await run(`
      insert into schema_migration (name, applied_at) values ${steps.join(", ")};
      create table app_user (user_id ${serial} primary key, name text not null, name_key text not null unique,
        password_record text, rights text not null, disabled ${integer} not null, created_at ${integer} not null);
      create table user_address (address_key text primary key, address text not null,
        user_id ${integer} not null references app_user (user_id), position ${integer} not null);
      create index user_address_user on user_address (user_id);
      create table session (id_hash text primary key, user_id ${integer} not null references app_user (user_id),
        created_at ${integer} not null, last_seen_at ${integer} not null, expires_at ${integer} not null,
        ended_at ${integer}, end_reason text, remember ${integer} not null, remote_address text);
      create index "session_user" on session (user_id);
      create table throttle (throttle_key text primary key, window_started_at ${integer} not null,
        hits ${integer} not null);

      create table counter (name text primary key, value ${integer} not null);
      insert into counter (name, value) values ('invoice', 0);
      create table charged_event (event_id text primary key, visit_id text not null, practice_id text not null,
        result ${integer} not null, withhold_reason text, content text not null, received_at ${integer} not null,
        received_from text);
      create table invoice (invoice_number ${integer} primary key, visit_id text not null unique,
        event_id text not null references charged_event (event_id), practice_id text not null,
        currency text not null, total_minor ${integer} not null, paid_minor ${integer} not null,
        lines text not null, created_at ${integer} not null, created_by text);

      create table message (message_id ${serial} primary key, sender text not null, to_list text not null,
        cc_list text not null, created_time text, subject text not null, size ${integer} not null,
        attachment_count ${integer} not null, received_at ${integer} not null);
      create table message_body (message_id ${integer} primary key references message (message_id),
        text_body text, html_body text);
      create table message_attachment (message_id ${integer} not null references message (message_id),
        position ${integer} not null, file_name text not null, content_type text not null, size ${integer} not null,
        constraint message_attachment_key primary key (message_id, position));
      create table attachment_piece (message_id ${integer} not null references message (message_id),
        position ${integer} not null, piece ${integer} not null, content ${bytes} not null,
        constraint attachment_piece_key primary key (message_id, position, piece));
      create table mailbox_entry (user_id ${integer} not null references app_user (user_id),
        message_id ${integer} not null references message (message_id), received_at ${integer} not null default 0,
        constraint mailbox_entry_key primary key (user_id, message_id));
      create index mailbox_entry_newest on mailbox_entry (user_id, received_at, message_id);
      create table outgoing_mail (outgoing_id ${serial} primary key,
        message_id ${integer} not null references message (message_id), sender text not null,
        sender_user_id ${integer}, recipient text not null, state text not null, attempts ${integer} not null,
        next_attempt_at ${integer} not null, claimed_by text, claimed_until ${integer} not null, last_error text,
        queued_at ${integer} not null default 0, may_have_arrived ${integer} not null default 0,
        notice_id ${integer});
      create index outgoing_mail_due on outgoing_mail (state, next_attempt_at);
      create index outgoing_mail_recipient on outgoing_mail (recipient, state, outgoing_id);
      create index outgoing_mail_message on outgoing_mail (message_id);
      create table fetched_mail (user_id ${integer} not null references app_user (user_id), mail_key text not null,
        fetched_at ${integer} not null, constraint fetched_mail_key primary key (user_id, mail_key));
      create table sent_message (user_id ${integer} not null references app_user (user_id), client_id text not null,
        message_id ${integer} references message (message_id), content_digest text not null,
        constraint sent_message_key primary key (user_id, client_id));

      create table code_set (name text primary key, kind text not null, system text not null,
        fiscal_year ${integer} not null, in_force_from text not null, in_force_to text not null,
        billable ${integer} not null, headers ${integer} not null, origin text not null, checksum text not null,
        imported_on text not null, imported_by text not null, content ${bytes} not null);
      create table code_table_part (system text not null, position ${integer} not null, format ${integer} not null,
        total_length ${integer} not null, content ${bytes} not null,
        constraint code_table_part_key primary key (system, position));
      create table code_version (id ${integer} primary key, version ${integer} not null);
      insert into code_version (id, version) values (1, 0);

      create table audit_entry (seq ${integer} primary key, at ${integer} not null, actor text, action text not null,
        subject text, remote_address text, hash text not null, session text);
      create index audit_entry_at on audit_entry (at);
      ${kind === "sqlite" ? triggersOfSqlite : triggersOfPostgres}
      create table audit_head (id ${integer} primary key, entries ${integer} not null, hash text not null, mac text);
      insert into audit_head (id, entries, hash) values (1, 0, '${"0".repeat(64)}');

      create table server_secret (name text primary key, secret text not null);
      create table digest_record (user_id ${integer} primary key references app_user (user_id),
        sha256 text not null, md5 text not null);
      create table digest_nonce (nonce text primary key, highest_nc ${integer} not null,
        expires_at ${integer} not null);
      create table sign_in_attempt (state_hash text primary key, browser_hash text not null, provider text not null,
        code_verifier text not null, nonce text not null, continue_path text, remember ${integer} not null,
        expires_at ${integer} not null, address_key text, user_id ${integer});
      create table user_identity (issuer text not null, subject text not null,
        user_id ${integer} not null references app_user (user_id),
        constraint user_identity_key primary key (issuer, subject));
      create table provider_session (id_hash text primary key, provider text not null, id_token text not null);
    `);
  },
};
