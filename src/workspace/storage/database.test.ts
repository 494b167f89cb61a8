import "fake-indexeddb/auto";
import { IDBDatabase as FDBDatabase } from "fake-indexeddb";
import { deleteDB } from "idb";
import { afterEach, expect, test, vi } from "vitest";
import { Database } from "./database.ts";

test("a browser that blocks site data is told apart", async () => {
  const open = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  await expect(Database.open("blocked")).rejects.toMatchObject({ kind: "unavailable" });
  open.mockRestore();
});

/** Opens a database, and closes it as a browser does that cannot write. */
async function closedByBrowser(name: string): Promise<Database> {
  const opened: IDBDatabase[] = [];
  const { open } = indexedDB;
  vi.spyOn(indexedDB, "open").mockImplementation((...given) => {
    const request = open.apply(indexedDB, given);
    request.addEventListener("success", () => opened.push(request.result));
    return request;
  });
  const db = await Database.open(name);
  await db.commit({ units: [], writes: [], strict: false, after: 0 });
  for (const one of opened) {
    one.close();
    one.dispatchEvent(new IDBVersionChangeEvent("close"));
  }
  return db;
}

afterEach(() => {
  vi.restoreAllMocks();
});

test("what a full disk closed is opened anew", async () => {
  const db = await closedByBrowser("full disk");
  const next = db.commit({ units: [], writes: [], strict: false, after: 1 });
  expect(await Promise.all([next, db.units()])).toEqual([2, []]);
  expect(await db.count()).toBe(2);
});

test("what was closed and erased is not made anew", async () => {
  const db = await closedByBrowser("erased");
  await deleteDB("erased");
  await expect(db.count()).rejects.toMatchObject({ kind: "closed" });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("erased");
});

test("Chromium’s word for a full disk is understood", async () => {
  const db = await Database.open("no room");
  vi.spyOn(FDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("IO error: 000003.log: FILE_ERROR_NO_SPACE", "UnknownError");
  });
  await expect(db.count()).rejects.toMatchObject({ kind: "full" });
});
