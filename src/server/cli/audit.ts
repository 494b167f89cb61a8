import { counted } from "#room/contract/primitives/counted.ts";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { auditEntries } from "#room/server/audit/audit-trail.ts";
import { keptAnchor, keptHead, type AuditHead } from "#room/server/audit/audit-entry.ts";
import { verifyAuditTrail } from "#room/server/audit/verify-trail.ts";
import { readWords, runTool, WrongUse } from "./terminal/run-tool.ts";

const usage = `npm run audit -- [--since WHEN] [--verify [--against FILE]] [--head]

Prints the audit log as NDJSON, oldest first: sign-ins and failed sign-ins, charges, messages read, codes verified,
changes to users and code sets. WHEN is a date (2026-11-01), a date and time, or an age (90m, 24h, 7d).
--verify checks the hash chain against the head stored in the database (authenticated by AUDIT_KEY if set), and against
an exported head. --head exports the head as JSON: keep it elsewhere, so that not even the database's owner can remove
or rewrite the entries it covers unnoticed.`;

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function instantOf(text: string): number {
  const age = /^(\d{1,6})([mhd])$/.exec(text);
  if (age) return Date.now() - Number(age[1]) * (unitMs[age[2] ?? ""] ?? 0);
  const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant)) throw new WrongUse(`--since must be a date or an age, not ${text}.\n\n${usage}`);
  return instant;
}

function headIn(path: string | undefined): AuditHead | undefined {
  if (path === undefined) return undefined;
  try {
    const { entries, hash }: { entries?: unknown; hash?: unknown } = JSON.parse(readFileSync(path, "utf8"));
    if (typeof entries === "number" && typeof hash === "string") return { entries, hash };
  } catch {
    // Reported below.
  }
  throw new WrongUse(`${path} is not an audit log head written by --head.`);
}

await runTool(usage, async (store) => {
  const { db } = store;
  const { values } = readWords(
    usage,
    {
      since: { type: "string" },
      verify: { type: "boolean", default: false },
      against: { type: "string" },
      head: { type: "boolean", default: false },
    },
    { allowPositionals: false },
  );
  const { since, verify, against, head: exportsHead } = values;
  if (exportsHead) {
    console.log(JSON.stringify({ at: new Date().toISOString(), ...(await keptHead(store)) }));
    return;
  }
  if (verify) {
    const { entries, hash, broken } = await verifyAuditTrail(store, headIn(against));
    if (broken) throw new WrongUse(`The audit log is broken at entry ${broken.seq}: ${broken.fault}.`);
    const { entries: removed } = await keptAnchor(store);
    const kept = entries - removed;
    console.log(`The chain of ${counted(kept, "entry", "entries")} holds. Head: ${hash}`);
    if (removed > 0) console.log(`Entries 1 to ${removed} were removed by age.`);
    if (since === undefined) return;
  }
  for await (const { at, ...entry } of auditEntries(db, since === undefined ? 0 : instantOf(since))) {
    const line = `${JSON.stringify({ at: new Date(at).toISOString(), ...entry })}\n`;
    // Waits for the reader: millions of lines would fill the memory.
    if (!process.stdout.write(line)) await once(process.stdout, "drain");
  }
});
