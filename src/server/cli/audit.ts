import { parseArgs } from "node:util";
import { auditEntries, verifyAuditTrail } from "#room/server/audit/audit-trail.ts";
import { runTool } from "./terminal/run-tool.ts";
import { WrongUse } from "./terminal/wrong-use.ts";

const usage = `npm run audit -- [--since WHEN] [--verify]

Prints the audit trail as NDJSON, oldest first: who signed in or failed to, charged, read which message, verified
what, changed users and code sets. WHEN is a date (2026-11-01), a date and time, or an age (90m, 24h, 7d).
--verify checks the chain of hashes and prints its head; keep the head elsewhere to prove that nothing was cut off.`;

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function instantOf(text: string): number {
  const age = /^(\d{1,6})([mhd])$/.exec(text);
  if (age) return Date.now() - Number(age[1]) * (unitMs[age[2] ?? ""] ?? 0);
  const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant)) throw new WrongUse(`--since must be a date or an age, not ${text}.\n\n${usage}`);
  return instant;
}

function readWords() {
  try {
    const options = {
      since: { type: "string" },
      verify: { type: "boolean", default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : ""}\n\n${usage}`);
  }
}

await runTool(usage, async ({ db }) => {
  const { since, verify } = readWords();
  if (verify) {
    const { entries, head, broken } = await verifyAuditTrail(db);
    if (broken) throw new WrongUse(`The trail is broken at entry ${broken.seq}: ${broken.fault}.`);
    console.log(`The chain of ${entries} entries holds. Head: ${head}`);
    if (since === undefined) return;
  }
  for await (const { at, ...entry } of auditEntries(db, since === undefined ? 0 : instantOf(since))) {
    process.stdout.write(`${JSON.stringify({ at: new Date(at).toISOString(), ...entry })}\n`);
  }
});
