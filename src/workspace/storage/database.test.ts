import "fake-indexeddb/auto";
import { IDBDatabase as FDBDatabase, IDBObjectStore as FDBObjectStore } from "fake-indexeddb";
import { deleteDB, openDB } from "idb";
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

/** A disk that a file finds full, or not. `isHeld`: another tab is trying, too. */
function disk({ isFull, isHeld = false }: { isFull: boolean; isHeld?: boolean }): void {
  const removeEntry = async () => {
    if (isHeld) throw new DOMException("Open elsewhere", "NoModificationAllowedError");
  };
  const write = () => {
    if (isFull) throw new DOMException("No room", "QuotaExceededError");
    return Promise.resolve();
  };
  const file = { createWritable: () => Promise.resolve({ write, close: () => Promise.resolve() }) };
  const folder = { getFileHandle: () => Promise.resolve(file), removeEntry };
  vi.stubGlobal("FileSystemFileHandle", { prototype: file });
  vi.stubGlobal("navigator", { storage: { getDirectory: () => Promise.resolve(folder) } });
}

const filled = () => {
  const put = vi.spyOn(FDBObjectStore.prototype, "put");
  return () =>
    put.mock.calls.reduce((sum, [value]) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0), 0);
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("after a full disk the browser’s log is renewed", async () => {
  const db = await closedByBrowser("log");
  disk({ isFull: false });
  const bytes = filled();
  expect(await db.count()).toBe(1);
  expect(bytes()).toBeGreaterThan(5_000_000);
  expect(await (await openDB("log")).count("blobs")).toBe(0);
  await db.count();
  expect(bytes()).toBeLessThan(7_000_000);
});

test("nothing is opened while the disk is full", async () => {
  const db = await closedByBrowser("still full");
  const open = vi.spyOn(indexedDB, "open").mockClear();
  disk({ isFull: true });
  await expect(db.count()).rejects.toMatchObject({ kind: "full" });
  expect(open).not.toHaveBeenCalled();
  disk({ isFull: false });
  expect(await db.count()).toBe(1);
});

test("a browser that grants no files opens anew", async () => {
  const refused = () => Promise.reject(new DOMException("Not granted", "SecurityError"));
  const db = await closedByBrowser("without files");
  vi.stubGlobal("FileSystemFileHandle", { prototype: { createWritable: refused } });
  vi.stubGlobal("navigator", { storage: { getDirectory: refused } });
  expect(await db.count()).toBe(1);
});

test("room that another tab looks for, too, is found", async () => {
  const db = await closedByBrowser("beside another tab");
  disk({ isFull: false, isHeld: true });
  expect(await db.count()).toBe(1);
});

test("a page reloaded on a full disk opens nothing, either", async () => {
  const held = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  });
  await closedByBrowser("reloaded");
  disk({ isFull: true });
  await expect(Database.open("reloaded")).rejects.toMatchObject({ kind: "full" });
  disk({ isFull: false });
  const bytes = filled();
  await Database.open("reloaded");
  expect(bytes()).toBeGreaterThan(5_000_000);
  await Database.open("reloaded");
  expect(bytes()).toBeLessThan(7_000_000);
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

test("only what was ended on purpose counts as closed", async () => {
  const db = await Database.open("ended");
  const transaction = vi.spyOn(FDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
    throw new DOMException("The database connection is closing.", "InvalidStateError");
  });
  await expect(db.count()).rejects.toMatchObject({ kind: "failed" });
  expect(transaction).toHaveBeenCalledOnce();
  await deleteDB("ended");
  await expect(db.count()).rejects.toMatchObject({ kind: "closed" });
});

test("Chromium’s word for a full disk is understood", async () => {
  const db = await Database.open("no room");
  vi.spyOn(FDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("IO error: 000003.log: FILE_ERROR_NO_SPACE", "UnknownError");
  });
  await expect(db.count()).rejects.toMatchObject({ kind: "full" });
});
