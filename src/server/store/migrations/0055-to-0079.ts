import type { Migration } from "#room/server/store/migration.ts";

/** Which message has which word. The words come ready made: all but spaces belongs to them. */
const messageText = {
  sqlite: `
    create virtual table message_text using fts5(words, content='', contentless_delete=1, detail=none, prefix='1 2',
      tokenize="ascii tokenchars '~-_'");`,
  // Samples of the words would outlive them, in the clear; and without any, the index is always used.
  postgres: `
    create table message_text (rowid bigint primary key references message (message_id), words tsvector not null);
    alter table message_text alter column words set statistics 0;
    create index message_text_words on message_text using gin (words);`,
};

export const from55To79: readonly Migration[] = [
  /** What stands at the head of the clinic's papers, beside its name. */
  {
    name: "0055-clinic-head",
    up: ({ integer, run }) =>
      run(`
        alter table clinic add column address text not null default '';
        alter table clinic add column phone text not null default '';
        alter table clinic add column tax_id text not null default '';
        alter table clinic add column version ${integer} not null default 0;
      `),
  },
  /** What stands for a visit in lists, as the clinic chose. */
  {
    name: "0056-visit-naming",
    up: ({ run }) =>
      run(`
        alter table clinic add column visit_naming text not null default 'id';
        alter table clinic add column visit_member text not null default '';
      `),
  },
  /** What the owner of a mailbox marks, and a line of each message: null where it is not made yet. */
  {
    name: "0060-message-marks",
    up: ({ integer, run }) =>
      run(`
        alter table mailbox_entry add column is_read ${integer} not null default 0;
        alter table mailbox_entry add column is_archived ${integer} not null default 0;
        alter table mailbox_entry add column labels text;
        alter table message add column preview text;
      `),
  },
  /** What people did on some days is found without reading all they ever did. */
  {
    name: "0061-deeds-by-time",
    up: ({ run }) => run("create index visit_deed_at on visit_deed (at)"),
  },
  /** Why a visit was ever withheld or refused: null where only its events, which may be sealed, can tell. */
  {
    name: "0064-held-reasons",
    async up({ kind, run }) {
      const list = kind === "postgres" ? "json_build_array(reason)::text" : "json_array(reason)";
      for (const table of ["visit", "open_visit"])
        await run(`
          alter table ${table} add column held_reasons text default '';
          alter table ${table} add column held_rules text default '';
          update ${table} set held_rules = rules, held_reasons = case when reason = '' then '' else ${list} end
            where is_open = 1;
        `);
      await run(`
        update visit set held_reasons = null where was_open = 1 and is_open = 0;
        create index visit_note_at on visit_note (written_at);
        create index visit_held on visit (first_received_at, visit_id) where was_open = 1;
        create index visit_without_reasons on visit (visit_id) where held_reasons is null;
      `);
    },
  },
  /** The words of each message, for the database's own full text. They are taken from their messages in the background. */
  {
    name: "0065-message-search",
    up: ({ kind, integer, run }) =>
      run(`
        ${messageText[kind]}
        alter table message add column search_state ${integer} not null default 0;
        create index message_not_searched on message (message_id) where search_state = 0;
      `),
  },
  /**
   * What a user sent, whoever received it and whatever client they sent it with. Of a message without a name of its
   * sender's only outside recipients say whose it was.
   */
  {
    name: "0066-sent-on-service",
    up: ({ integer, run }) =>
      run(`
        alter table sent_message add column sent_at ${integer};
        alter table sent_message add column bcc_list text not null default '[]';
        insert into sent_message (user_id, client_id, message_id, content_digest)
          select distinct sender_user_id, 'unnamed-' || message_id, message_id, '' from outgoing_mail
          where sender_user_id is not null and not exists (select 1 from sent_message known
            where known.user_id = outgoing_mail.sender_user_id and known.message_id = outgoing_mail.message_id);
        update sent_message set sent_at =
          (select received_at from message where message.message_id = sent_message.message_id);
        create index sent_message_of on sent_message (user_id, message_id);
      `),
  },
  /** Visits are found by who wrote a note on them. */
  {
    name: "0067-notes-by-person",
    up: ({ run }) => run("create index visit_note_written_by on visit_note (written_by)"),
  },
  /**
   * Which letters belong together, by their own Message-IDs and those they refer to, and the visits they are about. What a
   * letter stored earlier referred to is not known: later ones find it by its own ID. One that was fetched has its ID
   * beside it: same mailbox, same instant. Where two came at once, nobody knows which.
   */
  {
    name: "0068-conversations",
    async up({ kind, integer, run }) {
      const bare = kind === "sqlite" ? "trim(mail_key, '<>')" : "btrim(mail_key, '<>')";
      await run(`
        alter table message add column mail_id text;
        alter table message add column mail_references text;
        alter table message add column thread_id ${integer};
        create table thread_mail (mail_id text primary key, thread_id ${integer} not null);
        insert into thread_mail (mail_id, thread_id)
          select mail_id, min(message_id) from outgoing_mail where mail_id is not null group by mail_id;
        insert into thread_mail (mail_id, thread_id)
          select ${bare}, min(message_id) from fetched_mail
            join mailbox_entry on mailbox_entry.user_id = fetched_mail.user_id
              and mailbox_entry.received_at = fetched_mail.fetched_at
            where mail_key like '<%>'
            group by ${bare} having count(distinct message_id) = 1
            on conflict (mail_id) do nothing;
        update message set thread_id = message_id,
          mail_id = (select min(mail_id) from thread_mail where thread_mail.thread_id = message.message_id);
        create index message_thread on message (thread_id);
        create table message_visit (message_id ${integer} not null references message (message_id),
          visit_id text not null, constraint message_visit_key primary key (message_id, visit_id));
        create index message_visit_of on message_visit (visit_id);
      `);
    },
  },
  /** How the clinic sends mail elsewhere, and its last test of that. */
  {
    name: "0070-mail-settings",
    up: ({ integer, run }) =>
      run(`create table mail_setting (one ${integer} primary key check (one = 1), asks_for_notices ${integer} not null,
        notice_minutes ${integer} not null, test_message_id ${integer}, version ${integer} not null)`),
  },
  /** The clinic's templates and signature for letters. */
  {
    name: "0071-letter-words",
    up: ({ integer, run }) =>
      run(`create table letter_words (one ${integer} primary key check (one = 1), content text not null,
        version ${integer} not null)`),
  },
  /**
   * Letters that people are writing (without content: sent or discarded), with their files, and what became of those
   * that did not arrive.
   */
  {
    name: "0072-drafts",
    up: ({ integer, run }) =>
      run(`
        alter table sent_message add column attended text not null default '[]';
        alter table sent_message add column resend_of ${integer};
        create table draft_box (user_id ${integer} primary key references app_user (user_id),
          changes ${integer} not null);
        create table draft (user_id ${integer} not null references app_user (user_id), draft_id text not null,
          version ${integer} not null, change_number ${integer} not null, editor_id text not null,
          updated_at ${integer} not null, content text, constraint draft_pk primary key (user_id, draft_id));
        create index draft_changes on draft (user_id, change_number);
        create table draft_file (user_id ${integer} not null, draft_id text not null, file_id text not null,
          piece ${integer} not null, size ${integer} not null, content text not null,
          constraint draft_file_pk primary key (user_id, draft_id, file_id, piece));
      `),
  },
  /** When a message was first opened, noted only for those who let senders here know. */
  {
    name: "0073-opened-here",
    up: ({ integer, run }) =>
      run(`
        alter table mailbox add column tells_opened ${integer} not null default 0;
        alter table mailbox_entry add column opened_at ${integer};
      `),
  },
  /** The overview sums up the open visits by reason in one index: SQLite needs a third of the time, PostgreSQL as much. */
  {
    name: "0076-open-reasons",
    async up({ kind, run }) {
      if (kind === "sqlite")
        await run(`create index open_visit_reason on open_visit
          (reason, currency, first_received_at, amount_minor, practice_id)`);
    },
  },
  /** Addresses of several people, and how far their letters are. */
  {
    name: "0069-shared-mailboxes",
    up: ({ integer, run }) =>
      run(`
        create table shared_address (address_key text not null,
          user_id ${integer} not null references app_user (user_id), address text not null,
          constraint shared_address_key primary key (address_key, user_id));
        create index shared_address_user on shared_address (user_id);
        create table shared_letter (message_id ${integer} not null references message (message_id),
          address_key text not null, taken_by ${integer}, answering_by ${integer},
          answering_until ${integer} not null default 0, answered_by ${integer}, answered_at ${integer},
          archived_by ${integer}, constraint shared_letter_key primary key (message_id, address_key));
        alter table sent_message add column shared_from text;
        create index sent_message_message on sent_message (message_id);
        create index shared_letter_address on shared_letter (address_key);
      `),
  },
  /** What was sent from a shared address is listed for all who share it; who joins has not read what the others had. */
  {
    name: "0075-shared-sent",
    up: ({ integer, run }) =>
      run(`
        create index sent_message_shared on sent_message (shared_from, message_id);
        alter table mailbox_entry add column was_brought ${integer} not null default 0;
      `),
  },
  /** Whoever shares an address asks for what others sent by its client's id, which the key has only below its sender. */
  {
    name: "0078-sent-by-client",
    up: ({ run }) => run("create index sent_message_client on sent_message (client_id)"),
  },
  /**
   * Servers up to version 1.2 do not hold the lock that an upgrade waits for. One that is still at work misses these
   * tables: it is not ready, knows no session, charges nothing and files no mail, instead of leaving out what newer tables
   * need.
   */
  {
    name: "0074-former-servers",
    up: ({ run }) =>
      run(`
        alter table counter rename to last_number;
        alter table app_user rename to person;
      `),
  },
  /** An earlier version did not say when a mail left whole: what its process had in hand may have arrived. */
  {
    name: "0079-unsettled-claims",
    up: ({ run }) =>
      run("update outgoing_mail set may_have_arrived = 1 where state = 'waiting' and claimed_by is not null"),
  },
];
