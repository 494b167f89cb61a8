import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { pageSize } from "#room/contract/schemas/visit-filter.ts";
import { findEntries, type AuditQuery, type FoundEntries } from "#room/server/audit/find-entries.ts";
import { keptAnchor, keptHead } from "#room/server/audit/audit-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { wireInstant } from "./visit-answer.ts";
import { theBeginning, verifyPart } from "#room/server/audit/verify-trail.ts";
import { csvLines } from "#room/billing/csv.ts";

type EntryFilter = Pick<
  RequestOf<"listAuditEntries">,
  "actor" | "action" | "subject" | "from" | "to" | "before"
>;

async function auditQueryOf(
  { actor, action, subject, from, to, before }: EntryFilter,
  { store }: HandlerContext,
  limit: number,
): Promise<AuditQuery> {
  const name = (actor ?? "").trim();
  return {
    actor: (name === "" ? undefined : await store.users.find(name))?.name ?? name,
    action: (action ?? "").trim(),
    subject: (subject ?? "").trim(),
    from: instantOfWire(from),
    to: instantOfWire(to),
    before: before ?? undefined,
    limit,
  };
}

export const listAuditEntries = defineHandler("listAuditEntries", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "read trail" }) },
  handle: async (request, context) => {
    const query = await auditQueryOf(request, context, request.limit ?? pageSize.usual);
    const { entries, next } = await findEntries(context.store, query);
    const head = await keptHead(context.store);
    const anchor = await keptAnchor(context.store);
    return {
      entries: entries.map(({ at, ...entry }) => ({ ...entry, at: wireInstant(at) })),
      nextBefore: next,
      total: head.entries - anchor.entries,
    };
  },
});

/** This many rows take a few tenths of a second, during which other requests are served too. */
const verifiedAtOnce = 20_000;

export const checkAuditTrail = defineHandler("checkAuditTrail", {
  isCostly: true,
  audit: "none",
  handle: async ({ entries, hash }, { store }) => {
    const from = entries && hash ? { entries, hash } : theBeginning;
    const { broken, ...walked } = await verifyPart(store, from, { most: verifiedAtOnce });
    const head = await keptHead(store);
    const { entries: removed } = await keptAnchor(store);
    return {
      ...walked,
      ...(removed > 0 ? { removed } : {}),
      total: Math.max(head.entries, walked.entries),
      ...(broken ? { brokenAt: broken.seq, fault: broken.fault } : {}),
    };
  },
});

const exportedAtOnce = 5000;
type Entry = FoundEntries["entries"][number];

const columns = ["seq", "at", "actor", "action", "subject", "remoteAddress", "session"] as const;

const isoOf = ({ at }: Entry) => new Date(at).toISOString();

const writers = {
  csv: (entry: Entry) => csvLines([columns.map((name) => (name === "at" ? isoOf(entry) : entry[name]))]),
  ndjson: (entry: Entry) => `${JSON.stringify({ ...entry, at: isoOf(entry) })}\n`,
};

/** Which rows were exported. A typed subject could be anything: only valid shapes are recorded. */
function wordsOfFilter(request: RequestOf<"exportAuditEntries">): string {
  const { format, actor, action, from, to } = request;
  const subject = /^[a-z]+:[\w.-]{1,80}$/.test(request.subject ?? "") ? request.subject : undefined;
  const given = Object.entries({ actor, action, subject, from, to }).filter(([, value]) => Boolean(value));
  return [format, ...given.map(([name, value]) => `${name}=${String(value)}`)].join(" ");
}

export const exportAuditEntries = defineHandler("exportAuditEntries", {
  isCostly: true,
  audit: {
    when: "counted",
    note: (request) => ({ action: "exported trail", subject: wordsOfFilter(request) }),
  },
  handle: async (request, context) => {
    const { entries, next } = await findEntries(
      context.store,
      await auditQueryOf(request, context, exportedAtOnce),
    );
    const { format, before } = request;
    const isFirst = before === undefined || before === null;
    const head = format === "csv" && isFirst ? csvLines([columns]) : "";
    return {
      text: head + entries.map((entry) => writers[format](entry)).join(""),
      count: entries.length,
      nextBefore: next,
    };
  },
});

/** The trail says that a list was saved as a file; the console makes it of what it has. */
export const noteExport = defineHandler("noteExport", {
  perMinute: "searchesPerMinute",
  audit: {
    when: "first",
    note: ({ list, rows }) => ({ action: "exported list", subject: `${list}: ${rows} rows` }),
  },
  handle: async () => ({}),
});
