import type { IDBPDatabase, IDBPTransaction } from "idb";
import type { Schema, BodyStore, Commit, Conflicts } from "./body-write.ts";

type Db = IDBPDatabase<Schema>;
type Transaction = IDBPTransaction<Schema, ("meta" | "units" | BodyStore)[], "readwrite">;

export async function commitTo(db: Db, commit: Commit): Promise<number | Conflicts> {
  return (await writtenAtOnce(begin(db, commit), commit)) ?? writtenAfterALook(begin(db, commit), commit);
}

function begin(db: Db, { writes, strict }: Commit): Transaction {
  const stores = ["meta" as const, "units" as const, ...new Set(writes.map(({ store }) => store))];
  const tx = db.transaction(stores, "readwrite", { durability: strict ? "strict" : "relaxed" });
  // The caller awaits the transaction's end; an abort must not also count as unhandled.
  tx.done.catch(() => undefined);
  return tx;
}

/**
 * Reads and writes in one go, so that it is written even if the page is left now: the last keys of a draft. Undefined
 * when another tab was faster.
 */
async function writtenAtOnce(tx: Transaction, commit: Commit): Promise<number | undefined> {
  const reads = Promise.all([tx.objectStore("meta").get("count"), takenOf(tx, commit)]);
  reads.catch(() => undefined);
  write(tx, commit, commit.after + 1);
  const [count = 0, taken] = await reads;
  if (count !== commit.after || taken.length > 0) {
    tx.abort();
    return undefined;
  }
  await tx.done;
  return commit.after + 1;
}

async function writtenAfterALook(tx: Transaction, commit: Commit): Promise<number | Conflicts> {
  const [before, found, taken] = await Promise.all([
    tx.objectStore("meta").get("count"),
    Promise.all(commit.units.map(({ name }) => tx.objectStore("units").get(name))),
    takenOf(tx, commit),
  ]);
  const stale = commit.units
    .filter(({ read }, index) => (found[index]?.v ?? 0) !== read)
    .map(({ name }) => name);
  if (stale.length > 0 || taken.length > 0) {
    tx.abort();
    return { units: stale, bodies: taken };
  }
  const count = (typeof before === "number" ? before : 0) + 1;
  write(tx, commit, count);
  await tx.done;
  return count;
}

/** Which of the bodies that must be new already exist. */
async function takenOf(tx: Transaction, { writes }: Commit): Promise<string[]> {
  const fresh = writes.filter((write) => write.mustBeNew);
  const taken = await Promise.all(fresh.map(({ store, key }) => tx.objectStore(store).getKey(key)));
  return fresh.filter((_, index) => taken[index] !== undefined).map(({ key }) => key);
}

function write(tx: Transaction, { units, writes }: Commit, count: number): void {
  const done: Promise<unknown>[] = [];
  try {
    done.push(tx.objectStore("meta").put(count, "count"));
    for (const { name, read, sealed } of units)
      done.push(tx.objectStore("units").put({ v: read + 1, d: sealed }, name));
    for (const { store, key, sealed } of writes)
      done.push(sealed ? tx.objectStore(store).put(sealed, key) : tx.objectStore(store).delete(key));
  } catch (error) {
    // A call that throws synchronously leaves the transaction open and half done.
    tx.abort();
    throw error;
  } finally {
    // Their errors also surface at the end of the transaction.
    for (const each of done) each.catch(() => undefined);
  }
}
