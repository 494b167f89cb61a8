import type { Page } from "playwright/test";

/** What a browser stores of one origin. */
export type BrowserStorage = Awaited<ReturnType<typeof readStorage>>;

/** What the context and the page's origin store: cookies, local storage and databases. */
export async function readStorage(page: Page) {
  const origin = await page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error(String(request.error))));
      });
    const readStore = async (store: IDBObjectStore) => {
      const { name, keyPath, autoIncrement } = store;
      const [keys, values] = await Promise.all([
        answer(store.getAllKeys()),
        answer<unknown[]>(store.getAll()),
      ]);
      const indexes = [...store.indexNames].map((index) => {
        const { keyPath: path, unique, multiEntry } = store.index(index);
        return { name: index, keyPath: path, unique, multiEntry };
      });
      const records = values.map((value, at): [unknown, unknown] => [
        value,
        keyPath === null ? keys[at] : undefined,
      ]);
      return { name, keyPath, autoIncrement, records, indexes };
    };
    const databases = [];
    for (const { name = "", version = 1 } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      const names = [...database.objectStoreNames];
      const transaction = names.length > 0 ? database.transaction(names) : undefined;
      const stores = await Promise.all(
        names.map((store) => transaction && readStore(transaction.objectStore(store))),
      );
      database.close();
      databases.push({ name, version, stores: stores.filter((store) => store !== undefined) });
    }
    return { local: Object.entries(localStorage), databases };
  });
  return { cookies: await page.context().cookies(), ...origin };
}

/**
 * Stores it again, in a page that was nowhere yet. `setStorageState` does so in a page of its own, whose process costs
 * a fifth of opening the list of visits.
 */
export async function writeStorage(
  page: Page,
  url: string,
  { cookies, ...origin }: BrowserStorage,
): Promise<void> {
  await page.context().addCookies(cookies);
  // Of the same origin, and runs nothing.
  await page.goto(`${url}/icon.svg`);
  await page.evaluate(async ({ local, databases }) => {
    for (const [key, value] of local) localStorage.setItem(key, value);
    for (const { name, version, stores } of databases) {
      const request = indexedDB.open(name, version);
      await new Promise<void>((resolve, reject) => {
        request.addEventListener("error", () => reject(new Error(String(request.error))));
        request.addEventListener("success", () => resolve());
        request.addEventListener("upgradeneeded", () => {
          for (const { name: of, keyPath, autoIncrement, records, indexes } of stores) {
            const store = request.result.createObjectStore(of, { keyPath, autoIncrement });
            for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
            // As another store had it.
            for (const [value, key] of records) store.put(value, key as IDBValidKey | undefined);
          }
        });
      });
      request.result.close();
    }
  }, origin);
}
