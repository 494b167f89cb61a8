import { sql } from "kysely";
import type { Migration, MigrationContext } from "#room/server/store/migration.ts";

const makeVisits = ({ serial, integer, plainText, run }: MigrationContext) =>
  run(`
    create table visit (visit_id ${plainText} primary key, event_id text not null, practice_id text not null,
      state text not null, is_open ${integer} not null, was_open ${integer} not null, reason text not null,
      reason_key ${plainText} not null, currency text not null, amount_minor ${integer} not null,
      line_count ${integer} not null, service_date ${plainText} not null, payers text not null,
      providers text not null, rules text not null, received_at ${integer} not null,
      first_received_at ${integer} not null, taken_by text, taken_at ${integer} not null,
      taken_until ${integer} not null, snoozed_until ${integer} not null, note_count ${integer} not null,
      event_count ${integer} not null, invoice_number ${integer}, change_number ${integer} not null);
    create table refused_event (refused_id ${serial} primary key, event_id text not null, visit_id text not null,
      practice_id text not null, digest text not null, content text, code text not null, message text not null,
      faults text not null, received_at ${integer} not null, last_at ${integer} not null, times ${integer} not null,
      received_from text, sender text not null, constraint refused_event_once unique (event_id, digest));
    create index refused_event_visit on refused_event (visit_id, refused_id);
    create index refused_event_sender on refused_event (sender, received_at);
    create table visit_event (visit_id text not null, event_id text not null,
      constraint visit_event_key primary key (visit_id, event_id));
    create table visit_note (note_id text primary key, visit_id text not null, written_at ${integer} not null,
      written_by text not null, content text not null);
    create index visit_note_visit on visit_note (visit_id, written_at);
    create table visit_deed (deed_id ${serial} primary key, visit_id text not null, at ${integer} not null,
      done_by text, deed text not null, detail text);
    create index visit_deed_visit on visit_deed (visit_id, deed_id);
    create table visit_word (word ${plainText} not null, visit_id text not null,
      constraint visit_word_key primary key (word, visit_id));
    create table visit_count (name ${plainText} not null, practice_id text not null, currency text not null,
      visits ${integer} not null, sum_minor ${integer} not null,
      constraint visit_count_key primary key (name, practice_id, currency));
    create table visit_view (view_id text primary key, user_id ${integer} not null references app_user (user_id),
      name text not null, filter text not null, columns text, is_shared ${integer} not null);
    alter table counter add column changes ${integer} not null default 0;
    alter table app_user add column practices text not null default '[]';
  `);

/**
 * Most visits are charged ones, and they are only queried in these orders; open ones are read into memory by change
 * number. Each index covers only one of the two, so that a charge updates as few as possible.
 */
const indexVisits = ({ run }: MigrationContext) =>
  run(`
    create index visit_change on visit (change_number);
    create index visit_open on visit (change_number) where is_open = 1;
    create index visit_was_open on visit (change_number) where was_open = 1;
    create index visit_held_and_charged on visit (received_at) where was_open = 1 and state = 'charged';
    create index visit_charged_received_at on visit (received_at, visit_id) where state = 'charged';
    create index visit_charged_first_received_at on visit (first_received_at, visit_id) where state = 'charged';
    create index visit_charged_amount_minor on visit (amount_minor, visit_id) where state = 'charged';
    create index visit_charged_service_date on visit (service_date, visit_id) where state = 'charged';
    create index visit_closed_received_at on visit (received_at, visit_id) where state = 'closed';
    create index visit_closed_first_received_at on visit (first_received_at, visit_id) where state = 'closed';
    create index visit_closed_amount_minor on visit (amount_minor, visit_id) where state = 'closed';
    create index visit_closed_service_date on visit (service_date, visit_id) where state = 'closed';
    create index visit_closed_reason_key on visit (reason_key, visit_id) where state = 'closed';
  `);

const visitsAtOnce = 200;

interface Charge {
  payerId?: unknown;
  providerId?: unknown;
  billable?: unknown;
  charge?: { currency?: unknown; amount?: unknown } | null;
}

/** What this step reads of an event; the store had accepted it. */
interface Content {
  visitCharged?: { charges?: Charge[] | null; createdOn?: unknown } | null;
  audit?: {
    stopProcessing?: unknown;
    manualReviewNeeded?: unknown;
    canAutoCharge?: unknown;
    withholdReason?: unknown;
    rulesLogs?: { status?: unknown; logLevel?: unknown; ruleName?: unknown }[] | null;
  } | null;
}

interface EventRow {
  event_id: string;
  visit_id: string;
  practice_id: string;
  result: number;
  content: string;
  received_at: number;
  invoice_number: number | null;
  currency: string | null;
  total_minor: number | null;
}

function guidsOf(values: readonly unknown[]): string {
  const ids = values.map((value) => String(value ?? "").replaceAll(/[^\da-f]/gi, ""));
  const known = ids.map((id) => id.toLowerCase()).filter((id) => id.length === 32 && !/^0+$/.test(id));
  return [...new Set(known)].slice(0, 20).join(" ");
}

/** The currencies whose minor unit is not a hundredth. */
const digitsOf: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

function amountOf(charges: readonly Charge[]): { currency: string; minor: number } {
  let sum = { currency: "", minor: 0 };
  for (const { billable, charge } of charges) {
    if (billable === false) continue;
    const currency = String(charge?.currency ?? "").toUpperCase();
    if (sum.currency !== "" && sum.currency !== currency) return { currency: "", minor: 0 };
    sum = {
      currency,
      minor: sum.minor + Math.round(Number(charge?.amount) * 10 ** (digitsOf[currency] ?? 2)),
    };
  }
  return sum;
}

function reasonOf({ audit }: Content): string {
  const given = typeof audit?.withholdReason === "string" ? audit.withholdReason.trim() : "";
  const own =
    audit?.stopProcessing === true
      ? "The rules engine stopped processing"
      : audit?.manualReviewNeeded === true
        ? "Manual review is on"
        : "The rules engine did not approve it for billing";
  return (given === "" ? own : given).replaceAll(/[\0\p{Surrogate}]/gu, "\u{FFFD}");
}

function failedRulesOf({ audit }: Content): string {
  const failed = (audit?.rulesLogs ?? []).filter(
    ({ status, logLevel }) =>
      /fail|reject|den(?:y|ied)|error|hold|held|stop|withh/i.test(String(status ?? "")) ||
      /error|fatal/i.test(String(logLevel ?? "")),
  );
  const names = failed.flatMap(({ ruleName }) =>
    typeof ruleName === "string" && ruleName !== "" ? ruleName : [],
  );
  return names.length === 0 ? "" : JSON.stringify([...new Set(names)].slice(0, 50));
}

/** The row of a visit after its events, oldest first, of which the last one counts. */
function rowOf(events: readonly EventRow[], changeNumber: number) {
  const [first] = events;
  const event = events.find(({ result }) => result === 1) ?? events.at(-1);
  if (!first || !event) return [];
  const isCharged = event.result === 1;
  // The store accepted it as an event of the contract.
  const content = JSON.parse(event.content) as Content;
  const charges = content.visitCharged?.charges ?? [];
  const amount = amountOf(charges);
  const reason = isCharged ? "" : reasonOf(content);
  const day = /^\d{4}-\d\d-\d\d/.exec(String(content.visitCharged?.createdOn ?? ""))?.[0] ?? "";
  return [
    {
      visit_id: event.visit_id,
      event_id: event.event_id,
      practice_id: event.practice_id,
      state: isCharged ? "charged" : "withheld",
      is_open: isCharged ? 0 : 1,
      was_open: isCharged && events.length === 1 ? 0 : 1,
      reason,
      reason_key: reason.slice(0, 100).toLowerCase(),
      currency: event.currency ?? amount.currency,
      amount_minor: event.total_minor ?? amount.minor,
      line_count: charges.length,
      service_date: day.startsWith("0001-01-01") ? "" : day,
      payers: guidsOf(charges.map(({ payerId }) => payerId)),
      providers: guidsOf(charges.map(({ providerId }) => providerId)),
      rules: isCharged ? "" : failedRulesOf(content),
      received_at: event.received_at,
      first_received_at: first.received_at,
      taken_by: null,
      taken_at: 0,
      taken_until: 0,
      snoozed_until: 0,
      note_count: 0,
      event_count: events.length,
      invoice_number: event.invoice_number,
      change_number: changeNumber,
    },
  ];
}

async function insert(db: MigrationContext["db"], table: string, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 50) {
    const some = rows.slice(from, from + 50);
    const values = some.map((row) => sql`(${sql.join(Object.values(row))})`);
    await sql`insert into ${sql.table(table)} (${sql.raw(Object.keys(some[0] ?? {}).join(", "))})
      values ${sql.join(values)}`.execute(db);
  }
}

async function countEvents({ db }: MigrationContext, changes: number): Promise<void> {
  await sql`update counter set changes = ${changes} where name = 'invoice'`.execute(db);
  await sql`insert into visit_count (name, practice_id, currency, visits, sum_minor)
    select 'state:' || state, practice_id, currency, count(*), sum(amount_minor) from visit
    group by state, practice_id, currency`.execute(db);
  await sql`insert into visit_count (name, practice_id, currency, visits, sum_minor)
    select 'day:' || (received_at / 86400000) || case result when 1 then ':charged' else ':withheld' end,
      practice_id, '', count(*), 0
    from charged_event group by 1, practice_id`.execute(db);
}

/** The visits of existing events, a few hundred at a time, so that memory is bounded. */
async function fillVisits(context: MigrationContext): Promise<void> {
  const { db } = context;
  await sql`create index charged_event_filling on charged_event (visit_id)`.execute(db);
  let changes = 0;
  for (let after = ""; ;) {
    const { rows: events } = await sql<EventRow>`select charged_event.event_id, charged_event.visit_id,
        charged_event.practice_id, result, content, received_at, invoice_number, currency, total_minor
      from charged_event left join invoice on invoice.event_id = charged_event.event_id
      where charged_event.visit_id in (select distinct visit_id from charged_event where visit_id > ${after}
        order by visit_id limit ${visitsAtOnce})
      order by charged_event.visit_id, received_at, result`.execute(db);
    const byVisit = new Map<string, EventRow[]>();
    for (const event of events) byVisit.set(event.visit_id, [...(byVisit.get(event.visit_id) ?? []), event]);
    const visits = [...byVisit.values()].flatMap((ofVisit) => rowOf(ofVisit, (changes += 1)));
    const last = visits.at(-1);
    if (!last) break;
    await insert(db, "visit", visits);
    const held = visits.filter(({ was_open: wasOpen }) => wasOpen === 1);
    const told = held.flatMap(({ visit_id }) =>
      (byVisit.get(visit_id) ?? []).map(({ event_id }) => ({ visit_id, event_id })),
    );
    await insert(db, "visit_event", told);
    after = last.visit_id;
  }
  await sql`drop index charged_event_filling`.execute(db);
  await countEvents(context, changes);
}

/**
 * The clinic's queue: visits and their parts, who may see which practices, and the number of the last change, next to the
 * last invoice number in the row that serializes all visit changes.
 */
export const visits: Migration = {
  name: "0013-visits",
  async up(context) {
    await makeVisits(context);
    await fillVisits(context);
    await indexVisits(context);
  },
};
