import { setTimeout as sleep } from "node:timers/promises";
import { WrongSetting } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import type { GivenKey } from "./given-key.ts";
import { addKey } from "./open-vault.ts";
import { reseal } from "./reseal.ts";

interface Change {
  readonly store: Pick<Store, "db" | "vault">;
  readonly given: readonly GivenKey[];
  readonly report: (what: string, rows: number) => void;
  /** How long others may still write under the previous key: longer than they take to notice, and to commit. */
  readonly settleMs?: number;
}

const usualSettleMs = 5000;

/** Wraps all data keys with the current given key; the previous one is no longer needed afterward. */
async function wrapAnew({ store: { db }, given }: Change, first: GivenKey): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const rows = await transaction.selectFrom("data_key").selectAll().where("key_id", "!=", 0).execute();
    for (const { key_id, given_id, wrapped } of rows) {
      const secret = given.find(({ id }) => id === given_id)?.unwrap(wrapped, key_id);
      if (given_id === first.id || secret === undefined) continue;
      await transaction
        .updateTable("data_key")
        .set({ given_id: first.id, wrapped: first.wrap(secret, key_id) })
        .where("key_id", "=", key_id)
        .execute();
    }
  });
}

/** The rest has been moved by then; the key of these is kept. */
function sentenceOf(unreadable: ReadonlySet<string>): string {
  const some = [...unreadable].slice(0, 20).join("\n  ");
  return `Everything was moved but what cannot be opened, which stays as it is (${unreadable.size} in all):\n  ${some}\nIt was damaged or moved. A backup may have it whole.`;
}

/** Until nothing is found, and processes that did not yet know of the change have had time to finish. */
async function moveAll({ store, report, settleMs = usualSettleMs }: Change): Promise<void> {
  const { db, vault } = store;
  await vault.refresh();
  const { keyId } = await vault.sealer();
  const settled = performance.now() + settleMs;
  for (;;) {
    const beganAt = performance.now();
    const seal = await vault.sealer();
    if (seal.keyId !== keyId)
      throw new WrongSetting("The key was changed again in the meantime. Run this again.");
    const unreadable = new Set<string>();
    const moved = await reseal({ db, vault, seal, unreadable }, report);
    if (moved === 0 && unreadable.size > 0) throw new WrongSetting(sentenceOf(unreadable));
    if (moved === 0 && beganAt >= settled) break;
    if (moved === 0) await sleep(Math.max(1, settled - performance.now()));
  }
  await db.updateTable("data_key").set({ state: "gone" }).where("state", "=", "leaving").execute();
}

/**
 * Creates a new data key and moves everything to it, while servers run. An interrupted change is resumed. A store in
 * the clear becomes a sealed one in the same way.
 */
export async function rotateKey(change: Change): Promise<{ isResumed: boolean }> {
  const { db } = change.store;
  const [first] = change.given;
  if (first === undefined)
    throw new WrongSetting(
      "Give the key in DATA_KEY or DATA_KEY_FILE, to the servers too, and start them with it.",
    );
  await wrapAnew(change, first);
  const isResumed = await db.transaction().execute(async (transaction) => {
    const rows = await transaction.selectFrom("data_key").select(["key_id", "state"]).execute();
    const isOn = rows.some((row) => row.state === "current" && row.key_id !== 0);
    if (isOn && rows.some((row) => row.state === "leaving")) return true;
    await addKey(transaction, first, Date.now());
    return false;
  });
  await moveAll(change);
  return { isResumed };
}

/** Moves everything into the clear; afterward servers can start without a key. */
export async function turnOff(change: Change): Promise<void> {
  await change.store.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("data_key")
      .set({ state: "leaving" })
      .where("state", "=", "current")
      .execute();
    await transaction.updateTable("data_key").set({ state: "current" }).where("key_id", "=", 0).execute();
  });
  await moveAll(change);
}
