import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { NewMessage } from "#room/server/store/message-record.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { sessionKeyOf } from "./test-session.ts";

const letter: NewMessage = {
  sender: "lab@direct.example",
  to: ["casey@direct.example"],
  cc: [],
  createdTime: undefined,
  subject: "Labs",
  textBody: "Text",
  htmlBody: undefined,
  attachments: [],
  size: 300,
  receivedAt: 1_700_000_000_000,
};

describeOnBothEngines("changes of a mailbox over HTTP", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start() {
    const running = await startTestServer({}, { databaseUrl: await stores.fresh() });
    server = running;
    const { store } = running;
    const sessionKey = await sessionKeyOf(running, "casey");
    const ids = new Map((await store.users.list()).map(({ name, userId }) => [name, userId]));
    const idOf = (name: string) => ids.get(name) ?? 0;
    const look = async (request: object = {}) => {
      const body = { loggedInUser: "casey", sessionKey, ...request };
      const { text } = await running.send("/json/reply/MessageChangesRequest", {
        body: JSON.stringify(body),
      });
      // The contract's schema has checked it at the server.
      const answer = JSON.parse(text) as {
        summaries: { messageId: number; subject: string }[];
        changeNumber: number;
        before?: number;
        validity: number;
        isTooOld: boolean;
        removed: number[];
        folderNotFound: boolean;
      };
      return { ...answer, bytes: text.length, subjects: answer.summaries.map(({ subject }) => subject) };
    };
    const put = (subject: string, ...names: string[]) =>
      store.messages.deliver({ ...letter, subject }, { mailboxes: names.map(idOf) });
    return { running, store, look, put, idOf };
  }

  test("are told once, in few bytes when there are none", async () => {
    const { look, put } = await start();
    expect(await look()).toMatchObject({ summaries: [], changeNumber: 0 });
    await put("First", "casey", "robin");
    await put("Second", "casey");
    await put("Of another", "robin");
    const first = await look();
    expect(first.subjects).toEqual(["Second", "First"]);
    const quiet = await look({ since: first.changeNumber });
    expect(quiet).toMatchObject({ summaries: [], changeNumber: first.changeNumber });
    expect(quiet.bytes).toBeLessThan(1000);
    await put("Third", "casey");
    expect((await look({ since: first.changeNumber })).subjects).toEqual(["Third"]);
  });

  test("come in pages, those of one transaction together", async () => {
    const { store, put, idOf } = await start();
    for (const subject of ["A", "B", "C", "D", "E"]) await put(subject, "casey");
    await store.db
      .updateTable("mailbox_entry")
      .set({ change_number: 3 })
      .where("change_number", "in", [2, 3])
      .execute();
    const page = (since: number, before?: number) =>
      store.messages.changesOf(idOf("casey"), { since, before, limit: 3 });
    const subjects = ({ summaries }: Awaited<ReturnType<typeof page>>) => summaries.map((one) => one.subject);
    const first = await page(0);
    expect(subjects(first)).toEqual(["E", "D", "C", "B"]);
    expect(first.before).toBe(3);
    const rest = await page(0, first.before);
    expect(subjects(rest)).toEqual(["A"]);
    expect(rest.before).toBeUndefined();
    expect((await page(2)).before).toBeUndefined();
  });

  test("have no gaps, however many arrive at once", async () => {
    const { look, put, store, idOf } = await start();
    const seen: string[] = [];
    let since = 0;
    const all = Array.from({ length: 30 }, (_, at) => `Letter ${at}`);
    const putting = Promise.all(all.map((subject) => put(subject, "robin", "casey")));
    for (let round = 0; round < 40; round += 1) {
      const news = await store.messages.changesOf(idOf("casey"), { since, before: undefined, limit: 100 });
      seen.push(...news.summaries.map(({ subject }) => subject));
      since = news.changeNumber;
      await nextTurn();
    }
    await putting;
    seen.push(...(await look({ since })).subjects);
    expect(new Set(seen)).toEqual(new Set(all));
  });

  test("have another validity after a restore; nonsense counts as all", async () => {
    const { look, put, store } = await start();
    await put("First", "casey");
    await store.db
      .insertInto("restored_backup")
      .values({ one: 1, restored_at: 5, settled_at: 6, confirmed_at: 7 })
      .execute();
    expect(await look({ since: 1 })).toMatchObject({ validity: 5, summaries: [] });
    for (const since of [null, -1, 0.5]) expect((await look({ since })).subjects).toEqual(["First"]);
  });

  test("are waited for, at most as long as asked", async () => {
    const { look, put, running, idOf } = await start();
    await put("First", "casey");
    const { changeNumber, isTooOld, removed } = await look();
    expect({ isTooOld, removed }).toEqual({ isTooOld: false, removed: [] });
    expect(await look({ since: changeNumber + 1, waitSeconds: 25 })).toMatchObject({ isTooOld: true });
    const waiting = look({ since: changeNumber, waitSeconds: 25 });
    await put("Second", "casey");
    expect((await waiting).subjects).toEqual(["Second"]);
    for (const waitSeconds of [0, -1, 0.5])
      expect((await look({ since: changeNumber + 1, waitSeconds })).subjects).toEqual([]);
    const bare = { since: changeNumber + 1, waitSeconds: 25 };
    const { body } = await running.post("/json/reply/MessageChangesRequest", bare);
    expect(body).toMatchObject({ badSessionKey: true });
    const last = look({ since: changeNumber + 1, waitSeconds: 25 });
    await running.store.sessions.endAllOf(idOf("casey"), running.clock.now, { reason: "ended" });
    expect(await last).toMatchObject({ hasSessionKeyExpired: true });
  });

  test("are nobody’s without an address", async () => {
    const { look, store } = await start();
    await store.users.change("casey", { addresses: [] });
    expect(await look()).toMatchObject({ folderNotFound: true });
  });
});
