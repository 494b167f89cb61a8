import type { RequestOf } from "#room/contract/registry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { csvCell } from "#room/billing/csv.ts";
import { findEntries, type FoundEntries } from "#room/server/audit/find-entries.ts";
import { auditQueryOf } from "./list-audit-entries.ts";

const partOf = 5000;
type Entry = FoundEntries["entries"][number];

const columns = ["seq", "at", "actor", "action", "subject", "remoteAddress", "session"] as const;
const header = `${columns.join(",")}\r\n`;

const isoOf = ({ at }: Entry) => new Date(at).toISOString();

const writers = {
  csv: (entry: Entry) =>
    `${columns.map((name) => csvCell(name === "at" ? isoOf(entry) : (entry[name] ?? undefined))).join(",")}\r\n`,
  ndjson: (entry: Entry) => `${JSON.stringify({ ...entry, at: isoOf(entry) })}\n`,
};

/** Which rows were exported. A typed subject could be anything: only valid shapes are recorded. */
function wordsOfFilter(request: RequestOf<"exportAuditEntries">): string {
  const { format, actor, action, from, to } = request;
  const subject = /^[a-z]+:[\w.-]{1,80}$/.test(request.subject ?? "") ? request.subject : undefined;
  const given = Object.entries({ actor, action, subject, from, to }).filter(([, value]) => Boolean(value));
  return [format, ...given.map(([name, value]) => `${name}=${String(value)}`)].join(" ");
}

/** Exports rows of the audit log as text, one part per call. */
export const exportAuditEntries = defineHandler("exportAuditEntries", {
  isCostly: true,
  audit: {
    when: "counted",
    note: (request) => ({ action: "exported trail", subject: wordsOfFilter(request) }),
  },
  handle: async (request, context) => {
    const { entries, next } = await findEntries(context.store, await auditQueryOf(request, context, partOf));
    const { format, before } = request;
    const isFirst = before === undefined || before === null;
    const head = format === "csv" && isFirst ? header : "";
    return {
      text: head + entries.map((entry) => writers[format](entry)).join(""),
      count: entries.length,
      ...(next === undefined ? {} : { nextBefore: next }),
    };
  },
});
