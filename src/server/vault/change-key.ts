import { setTimeout as sleep } from "node:timers/promises";
import { WrongSetting } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import type { GivenKey } from "./given-key.ts";
import { addKey } from "./open-vault.ts";
import { reseal } from "./reseal.ts";

interface Change {
  readonly store: Pick<Store, "db" | "vault">;
  readonly given: readonly GivenKey[];
  readonly tell: (what: string, rows: number) => void;
  /** For so long others may still write under the key of before: longer than they take to notice, and to commit. */
  readonly settleMs?: number;
}

const usualSettleMs = 5000;

/** All data keys under the given key that is in use; the one of before is then no longer needed. */
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

/** The others are moved by then; the key of these is not given up. */
function sentenceOf(unreadable: ReadonlySet<string>): string {
  const some = [...unreadable].slice(0, 20).join("\n  ");
  return `Everything was moved but what cannot be opened, which stays as it is (${unreadable.size} in all):\n  ${some}\nIt was damaged or moved. A backup may have it whole.`;
}

/** Until nothing is found, and those who did not yet know of the change had the time to finish. */
async function moveAll({ store, tell, settleMs = usualSettleMs }: Change): Promise<void> {
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
    const moved = await reseal({ db, vault, seal, unreadable }, tell);
    if (moved === 0 && unreadable.size > 0) throw new WrongSetting(sentenceOf(unreadable));
    if (moved === 0 && beganAt >= settled) break;
    if (moved === 0) await sleep(Math.max(1, settled - performance.now()));
  }
  await db.updateTable("data_key").set({ state: "gone" }).where("state", "=", "leaving").execute();
}

/**
 * A new data key, and everything moved to it, while servers run. One that was begun and not finished is gone on with: a
 * store that was in the clear becomes a sealed one in the same way.
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

/** Everything in the clear again; then servers can be started without a key. */
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
