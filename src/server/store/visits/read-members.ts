import { type Kysely, sql } from "kysely";
import { isRecord } from "#room/billing/json-record.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import type { VisitTable } from "./visit-tables.ts";

/** An event larger than this names no visit: a list must not wait for it. In characters as stored. */
const longestContent = 256 * 1024;
const longestValue = 60;

/** A text or number at a path; undefined if there is none. Control and direction characters are left out. */
export function memberAt(event: unknown, path: string): string | undefined {
  let value: unknown = event;
  for (const part of path.split("."))
    value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const words = String(value).replaceAll(/\p{C}/gu, "").trim().slice(0, longestValue);
  return words === "" ? undefined : words;
}

/**
 * A member of the newest event of each visit, by visit. It is read from the event itself, so that nothing sealed is
 * kept a second time.
 */
export async function membersOf(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  visits: readonly Pick<VisitTable, "visit_id" | "event_id">[],
  path: string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (visits.length === 0) return found;
  const ids = visits.map(({ event_id: eventId }) => eventId);
  const ofVisits = new Set(visits.map(({ visit_id: visitId, event_id: eventId }) => `${visitId} ${eventId}`));
  const isShort = sql<boolean>`length(content) <= ${longestContent}`;
  const refused = await db
    .selectFrom("refused_event")
    .select(["event_id", "visit_id", "received_at", "content"])
    .where("event_id", "in", ids)
    .where(isShort)
    .orderBy("refused_id")
    .execute();
  const accepted = await db
    .selectFrom("charged_event")
    .select(["event_id", "visit_id", "content"])
    .where("event_id", "in", ids)
    .where(isShort)
    .execute();
  const keep = (row: { readonly visit_id: string; readonly event_id: string }, text: string | null) => {
    if (text === null || !ofVisits.has(`${row.visit_id} ${row.event_id}`)) return;
    const value = memberAt(readJson<unknown>(text), path);
    if (value !== undefined) found.set(row.visit_id, value);
  };
  for (const row of refused) keep(row, await vault.text(associatedData.refusedEvent(row), row.content));
  // Of several with one id, the accepted one is the visit's.
  for (const row of accepted) keep(row, await vault.text(associatedData.event(row.event_id), row.content));
  return found;
}
