import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

const copied = `visit_id, event_id, practice_id, state, reason, currency, payers, providers, rules, reason_key, service_date,
  is_open, was_open, amount_minor, line_count, received_at, first_received_at, taken_at, taken_until, snoozed_until,
  note_count, event_count, change_number, taken_by, invoice_number`;
const rowsAtOnce = 500;

/** The words of a reason, each after a space, as at this migration. */
function wordsOfReason(reason: string): string {
  const plain = reason.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, 40).join(""));
  return [...new Set(words)].map((word) => ` ${word}`).join("");
}

async function makeOpenVisits({ db, integer, plainText, run }: MigrationContext): Promise<void> {
  await run(`
    create table open_visit (visit_id ${plainText} primary key, event_id text not null, practice_id text not null,
      state text not null, reason text not null, currency text not null, payers text not null,
      providers text not null, rules text not null, reason_key ${plainText} not null,
      reason_words ${plainText} not null, service_date ${plainText} not null, is_open ${integer} not null,
      was_open ${integer} not null, amount_minor ${integer} not null, line_count ${integer} not null,
      received_at ${integer} not null, first_received_at ${integer} not null, taken_at ${integer} not null,
      taken_until ${integer} not null, snoozed_until ${integer} not null, note_count ${integer} not null,
      event_count ${integer} not null, change_number ${integer} not null, taken_by text, invoice_number ${integer});
    insert into open_visit (${copied}, reason_words) select ${copied}, '' from visit where is_open = 1;
  `);
  for (let after = ""; ;) {
    const { rows } = await sql<{ visit_id: string; reason: string }>`select visit_id, reason from open_visit
      where visit_id > ${after} order by visit_id limit ${rowsAtOnce}`.execute(db);
    const last = rows.at(-1);
    if (!last) break;
    const values = rows.map(({ visit_id, reason }) => sql`(${visit_id}, ${wordsOfReason(reason)})`);
    await sql`update open_visit set reason_words = known.column2 from (values ${sql.join(values)}) as known
      where visit_id = known.column1`.execute(db);
    after = last.visit_id;
  }
}

async function makeParties({ kind, plainText, byKey, run }: MigrationContext): Promise<void> {
  await run(`create table visit_party (party_id text not null, kind text not null, visit_id ${plainText} not null,
    constraint visit_party_key primary key (party_id, kind, visit_id)) ${byKey}`);
  for (const party of ["payer", "provider"]) {
    const each =
      kind === "postgres"
        ? `unnest(string_to_array(${party}s, ' '))`
        : `json_each('["' || replace(${party}s, ' ', '","') || '"]')`;
    await run(`insert into visit_party (party_id, kind, visit_id) select distinct party.value, '${party}', visit_id
      from visit, ${each} as ${kind === "postgres" ? "party(value)" : "party"} where ${party}s <> ''`);
  }
}

const leastAndMost = (kind: MigrationContext["kind"]) =>
  kind === "postgres" ? (["least", "greatest"] as const) : (["min", "max"] as const);

/**
 * The orders of a list, each with the visit's id, by which a page continues; those of `visit` with all that is sorted,
 * counted and summed by, so that a list within bounds is found in one index alone.
 */
async function indexOrders({ kind, run }: MigrationContext): Promise<void> {
  const [least, most] = leastAndMost(kind);
  await run(`create index open_visit_need on open_visit ((first_received_at / 86400000 * 100000000000
    + (99999999999 - ${least}(${most}(amount_minor, 0), 99999999999))), visit_id)`);
  const orders = ["received_at", "first_received_at", "amount_minor", "service_date"];
  for (const column of [...orders, "reason_key"])
    await run(`create index open_visit_${column} on open_visit (${column}, visit_id)`);
  for (const column of orders)
    await run(`create index visit_${column} on visit (state, ${column}, visit_id, practice_id, currency,
      ${orders.filter((each) => each !== column).join(", ")})`);
  await run(`
    create index open_visit_held on open_visit (taken_until) where taken_until > 0;
    create index closed_visit_reason_key on visit (reason_key, visit_id) where state = 'closed';
    create index visit_practice on visit (practice_id, state);
    drop index visit_open;
  `);
}

/** As much of the subject as an entry is found by: of `event:1/visit:2×3`, two words. In order, for the index. */
function subjectsOfTrail(kind: MigrationContext["kind"]): string {
  const plain = "replace(replace(lower(subject), '/', ' '), ',', ' ')";
  const [each, before] =
    kind === "postgres"
      ? [`unnest(string_to_array(${plain}, ' ')) as word(value)`, "split_part(word.value, '×', 1)"]
      : [
          `json_each('[' || replace(json_quote(${plain}), ' ', '","') || ']') as word`,
          "substr(word.value, 1, instr(word.value || '×', '×') - 1)",
        ];
  return `select distinct substr(rtrim(${before}, ':'), 1, 100) as subject, seq
    from audit_entry, ${each} where rtrim(${before}, ':') <> '' order by 1, 2`;
}

/** Like the trail's rows: the database itself rejects changes, and deletes only what the anchor has passed. */
const triggersOfSubjects = {
  postgres: `
    create trigger audit_subject_append_only before update or delete on audit_subject
      for each row execute function audit_entry_append_only();
    create trigger audit_subject_no_truncate before truncate on audit_subject
      for each statement execute function audit_entry_append_only();`,
  sqlite: `
    create trigger audit_subject_no_update before update on audit_subject
      begin select raise(abort, 'the audit trail is append-only'); end;
    create trigger audit_subject_no_delete before delete on audit_subject
      when old.seq > coalesce((select entries from audit_anchor where id = 1), 0)
      begin select raise(abort, 'the audit trail is append-only'); end;`,
};

const invoiceColumns =
  "invoice_number, visit_id, event_id, practice_id, currency, total_minor, paid_minor, lines, created_at, created_by";

/** A visit had one invoice. SQLite drops a constraint of a table only with the table. */
const allowSeveralInvoices = {
  postgres: "alter table invoice drop constraint invoice_visit_id_key;",
  sqlite: `
    alter table invoice rename to single_invoice;
    create table invoice (invoice_number integer primary key, visit_id text not null,
      event_id text not null references charged_event (event_id), practice_id text not null, currency text not null,
      total_minor integer not null, paid_minor integer not null, lines text not null, created_at integer not null,
      created_by text);
    insert into invoice (${invoiceColumns}) select ${invoiceColumns} from single_invoice;
    drop table single_invoice;`,
};

export const from30To45: readonly Migration[] = [
  /**
   * Lists of visits by SQL: the open ones once more in a small table of their own, since they are few among many and any
   * filter may have to look at all of them; indexes for the orders; and the visits of each payer and provider.
   */
  {
    name: "0030-visit-lists",
    async up(context) {
      await makeOpenVisits(context);
      await makeParties(context);
      await indexOrders(context);
    },
  },
  /** One row that is rewritten to learn whether anything can be written. */
  {
    name: "0031-write-probe",
    up: ({ integer, bytes, run }) =>
      run(`create table write_probe (id ${integer} primary key, content ${bytes} not null)`),
  },
  /** The program makes and prints no passwords any more: the first user follows a printed link and chooses one. */
  {
    name: "0032-no-printed-password",
    up: ({ run }) => run("alter table app_user drop column password_printed"),
  },
  /** By which time zone's days events are counted: until now by those of UTC. */
  {
    name: "0033-counted-days",
    up: ({ integer, run }) =>
      run(`
        create table counted (one ${integer} primary key, time_zone text not null, recounts ${integer} not null);
        insert into counted (one, time_zone, recounts) values (1, 'UTC', 0);
      `),
  },
  /**
   * The order by need is stored, since SQL knows no time zones: until the next start it is that of UTC's days, and then
   * ordered by the clinic's, as the counts are.
   */
  {
    name: "0034-need-by-clinic-days",
    async up({ kind, integer, run }) {
      const [least, most] = leastAndMost(kind);
      await run(`
        drop index open_visit_need;
        alter table open_visit add column need ${integer} not null default 0;
        update open_visit set need = first_received_at / 86400000 * 100000000000
          + (99999999999 - ${least}(${most}(amount_minor, 0), 99999999999));
        create index open_visit_need on open_visit (need, visit_id);
        update counted set time_zone = 'UTC';
      `);
    },
  },
  /** Finds what happened to a visit, an event or a message, however long the trail is. */
  {
    name: "0040-trail-subjects",
    up: ({ kind, integer, plainText, byKey, run }) =>
      run(`
        create table audit_subject (subject ${plainText} not null, seq ${integer} not null,
          constraint audit_subject_key primary key (subject, seq)) ${byKey};
        insert into audit_subject (subject, seq) ${subjectsOfTrail(kind)};
        ${triggersOfSubjects[kind]}
      `),
  },
  /** Each change of a mailbox has a number, so that a reader asks only for what is new since the last. */
  {
    name: "0041-mailbox-changes",
    up: ({ integer, run }) =>
      run(`
        create table mailbox (user_id ${integer} primary key references app_user (user_id),
          changes ${integer} not null);
        alter table mailbox_entry add column change_number ${integer} not null default 0;
        update mailbox_entry set change_number = ranked.number
          from (
            select user_id, message_id,
              row_number() over (partition by user_id order by received_at, message_id) as number
            from mailbox_entry
          ) ranked
          where mailbox_entry.user_id = ranked.user_id and mailbox_entry.message_id = ranked.message_id;
        insert into mailbox (user_id, changes)
          select user_id, max(change_number) from mailbox_entry group by user_id;
        create index mailbox_entry_changes on mailbox_entry (user_id, change_number);
      `),
  },
  /**
   * An invoice can be replaced by another, or voided: both stay, and one of a visit stands at most. What of an invoice is
   * summed up has rows of its own, filled by the server, since the events may be sealed.
   */
  {
    name: "0042-standing-invoices",
    up: ({ kind, integer, plainText, byKey, run }) =>
      run(`
        ${allowSeveralInvoices[kind]}
        alter table invoice add column service_date ${plainText};
        alter table invoice add column replaces ${integer};
        alter table invoice add column replaced_by ${integer};
        alter table invoice add column ended_at ${integer};
        alter table invoice add column ended_by text;
        alter table invoice add column end_event_id text;
        alter table invoice add column end_reason text;
        alter table visit add column corrections ${integer} not null default 0;
        alter table open_visit add column corrections ${integer} not null default 0;
        create index invoice_visit on invoice (visit_id, invoice_number);
        create unique index invoice_standing on invoice (visit_id) where ended_at is null;
        create unique index invoice_ended_by on invoice (end_event_id) where end_event_id is not null;
        create index invoice_ended on invoice (ended_at) where ended_at is not null;
        create index invoice_without_items on invoice (invoice_number) where service_date is null;
        create table invoice_line (invoice_number ${integer} not null, line ${integer} not null,
          provider_id text not null, payer_id text not null, code text not null, modifiers text not null,
          units double precision not null, amount_minor ${integer} not null, paid_minor ${integer} not null,
          ar_minor ${integer} not null, constraint invoice_line_key primary key (invoice_number, line)) ${byKey};
        create table invoice_payment (invoice_number ${integer} not null, payment ${integer} not null,
          payer_id text not null, type text not null, category text not null, amount_minor ${integer} not null,
          constraint invoice_payment_key primary key (invoice_number, payment)) ${byKey};
      `),
  },
  /** What others tell of a mail that was handed over, found by its Message-ID: a mail that is tried again keeps it. */
  {
    name: "0043-delivery-notices",
    async up({ kind, integer, run }) {
      const domain =
        kind === "sqlite" ? "substr(sender, instr(sender, '@') + 1)" : "split_part(sender, '@', 2)";
      await run(`
        alter table outgoing_mail add column mail_id text;
        alter table outgoing_mail add column sent_at ${integer};
        alter table outgoing_mail add column is_asked ${integer} not null default 0;
        update outgoing_mail set mail_id = 'visit-console.' || message_id || '.' ||
          (select received_at from message where message.message_id = outgoing_mail.message_id) || '@' || ${domain};
        create index outgoing_mail_id on outgoing_mail (mail_id);
        create table delivery_notice (outgoing_id ${integer} not null references outgoing_mail (outgoing_id),
          kind text not null, told_at ${integer} not null, status text, reason text, message_id ${integer},
          constraint delivery_notice_key primary key (outgoing_id, kind));
        create index delivery_notice_message on delivery_notice (message_id);
      `);
    },
  },
  /** Days that are closed, and indexes with all that totals are made of: a year is summed up in one index alone. */
  {
    name: "0045-figures",
    up: ({ integer, run }) =>
      run(`
        create table closed_day (day text not null, practice_id text not null, closed_at ${integer} not null,
          closed_by text not null, last_invoice ${integer} not null, sheets text not null,
          constraint closed_day_key primary key (day, practice_id));
        create index invoice_created_at on invoice (created_at, practice_id, currency, total_minor, paid_minor,
          created_by, ended_at, invoice_number);
        create index invoice_service_date on invoice (service_date, practice_id, currency, total_minor, paid_minor,
          created_by, ended_at, invoice_number);
        create index invoice_created_by on invoice (created_by);
        create index invoice_line_code on invoice_line (code, invoice_number);
      `),
  },
];
