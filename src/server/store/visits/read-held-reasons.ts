import type { KeyedEngine } from "#room/server/store/engine.ts";
import { valuesOf } from "#room/server/store/rows.ts";
import { readJson } from "#room/contract/written-json.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { ifReadable } from "#room/server/vault/seal-bytes.ts";
import { reasonOf } from "./change-visit.ts";
import { withNames } from "./apply-event.ts";
import { extractFacts } from "./extract-facts.ts";

const rowsAtOnce = 200;

type Parts = Pick<KeyedEngine, "db" | "vault">;

/** What each of some visits was held for by its events. */
async function heldFor({ db, vault }: Parts, visitIds: readonly string[]) {
  const found = new Map(visitIds.map((id) => [id, { held_reasons: "", held_rules: "" }]));
  const add = (visitId: string, reason: string, content: string | null | undefined) => {
    const held = found.get(visitId);
    if (!held) return;
    const rules = content ? extractFacts(JSON.parse(content)).rules : "";
    held.held_reasons = withNames(held.held_reasons, [reason]);
    held.held_rules = withNames(held.held_rules, rules === "" ? [] : readJson<string[]>(rules));
  };
  const withheld = await db
    .selectFrom("visit_event")
    .innerJoin("charged_event", "charged_event.event_id", "visit_event.event_id")
    .select(["visit_event.visit_id", "charged_event.event_id", "content"])
    .where("visit_event.visit_id", "in", visitIds)
    .where("result", "=", 0)
    .execute();
  for (const row of withheld) {
    const content = await ifReadable(vault.text(associatedData.event(row.event_id), row.content));
    add(row.visit_id, content === undefined ? "" : reasonOf(content), content);
  }
  const refused = await db
    .selectFrom("refused_event")
    .select(["visit_id", "event_id", "received_at", "message", "content"])
    .where("visit_id", "in", visitIds)
    .execute();
  for (const row of refused)
    add(
      row.visit_id,
      row.message,
      await ifReadable(vault.text(associatedData.refusedEvent(row), row.content)),
    );
  return found;
}

/**
 * Fills in why visits of older versions were held before they were charged or closed: only a server with the data key
 * can read their events. Several may do so at once.
 */
export async function readHeldReasons(parts: Parts): Promise<void> {
  for (let after = ""; ;) {
    const unread = parts.db
      .selectFrom("visit")
      .where("held_reasons", "is", null)
      .where("visit_id", ">", after);
    const ids = await valuesOf(unread.orderBy("visit_id").limit(rowsAtOnce), "visit_id");
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
    const found = await heldFor(parts, ids);
    await parts.db.transaction().execute(async (transaction) => {
      for (const [visitId, held] of found)
        await transaction
          .updateTable("visit")
          .set(held)
          .where("visit_id", "=", visitId)
          .where("held_reasons", "is", null)
          .execute();
    });
  }
}
