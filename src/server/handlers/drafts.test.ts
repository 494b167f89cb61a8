import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { base64Length } from "#room/contract/primitives/base64.ts";
import { draftFileBytes, mostDrafts } from "#room/contract/operations/drafts.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { sessionKeyOf } from "./test-session.ts";

const draftId = buildGuid(14, 1);
const letter = (subject: string, more: object = {}) => ({
  to: ["robin@direct.example"],
  cc: [],
  bcc: [],
  subject,
  textBody: `${subject} is due`,
  files: [],
  ...more,
});
const file = (n: number, size: number) => ({
  fileId: buildGuid(15, n),
  fileName: "form.txt",
  contentType: "text/plain",
  size,
});

describeOnBothEngines("drafts on the service", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start(environment: Record<string, string> = {}) {
    const running = await startTestServer(environment, { databaseUrl: await stores.fresh() });
    server = running;
    const keys = { casey: await sessionKeyOf(running, "casey"), robin: await sessionKeyOf(running, "robin") };
    const call = async (name: string, request: object, as: "casey" | "robin" = "casey") => {
      const session = { loggedInUser: as, sessionKey: keys[as] };
      return (await running.post(`/json/reply/${name}Request`, { ...session, ...request })).body;
    };
    const save = (request: object, as: "casey" | "robin" = "casey") =>
      call("SaveDraft", { draftId, editorId: "here", ...request }, as);
    return { running, call, save };
  }

  test("are their writer’s alone, and refused without sense", async () => {
    const { running, call, save } = await start();
    for (const name of ["DraftChanges", "SaveDraft", "DraftFile"]) {
      const { body } = await running.post(`/json/reply/${name}Request`, { draftId });
      expect(body).toMatchObject({ badSessionKey: true, hasError: true });
      expect(await call(name, { draftId, loggedInUser: "robin" })).toMatchObject({
        unauthorizedAccess: true,
      });
    }
    const files = [file(1, 4)];
    const newFiles = [{ fileId: file(1, 4).fileId, base64: "Zm9ybQ==" }];
    expect(await save({ draft: letter("Mine", { files }), newFiles })).toMatchObject({ version: 1 });
    expect(await call("DraftChanges", {}, "robin")).toMatchObject({ drafts: [], changeNumber: 0 });
    expect(await call("DraftFile", { draftId, fileId: file(1, 4).fileId }, "robin")).toMatchObject({
      hasError: true,
    });
    // Another person’s draft of the same id is another draft.
    expect(await save({ draft: letter("Theirs") }, "robin")).toMatchObject({ version: 1, isStale: false });
    for (const wrong of [{ draftId: "" }, { version: -1 }, { version: 0.5 }, { editorId: "a b" }])
      expect(await save({ draft: letter("No"), ...wrong })).toMatchObject({ hasError: true, version: 0 });
    expect(await save({ version: 1, draft: letter("x".repeat(1024 * 1024)) })).toMatchObject({
      errorMessage: "The draft is too long to be kept. Nothing was saved.",
    });
    expect(await save({ version: 1, draft: letter("No", { files: [file(2, 9)] }) })).toMatchObject({
      errorMessage: "The draft names a file that was not sent with it. Nothing was saved.",
    });
    expect(await call("DraftChanges", { since: -1 })).toMatchObject({ hasError: true });
  });

  test("an older version is never saved over a newer", async () => {
    const { call, save } = await start();
    const both = await Promise.all([
      save({ draft: letter("One"), editorId: "a" }),
      save({ draft: letter("Two"), editorId: "b" }),
    ]);
    expect(both.map(({ isStale }) => isStale).toSorted()).toEqual([false, true]);
    const { current } = both.find(({ isStale }) => isStale === true) ?? {};
    expect(current).toMatchObject({ draftId, version: 1, draft: { to: ["robin@direct.example"] } });
    expect(await save({ version: 1, draft: letter("Three") })).toMatchObject({ version: 2 });
    const { changeNumber } = await call("DraftChanges", {});
    expect(await call("DraftChanges", { since: changeNumber })).toMatchObject({ drafts: [], changeNumber });
    // Discarded; who did not know of it writes on from there.
    expect(await save({ version: 2 })).toMatchObject({ version: 3 });
    expect((await call("DraftChanges", { since: changeNumber }))["drafts"]).toMatchObject([{ version: 3 }]);
    const late = await save({ version: 2, draft: letter("Late") });
    expect(late).toMatchObject({ isStale: true, version: 3 });
    expect(late["current"]).not.toHaveProperty("draft");
    expect(await save({ version: 3, draft: letter("Late") })).toMatchObject({ version: 4 });
  });

  test("a draft that is sent ends in the same step", async () => {
    const { call, save } = await start();
    await save({ draft: letter("Sent") });
    const email = { to: ["robin@direct.example"], from: "casey@direct.example", subject: "Sent" };
    const { messageId } = await call("SendMessage", { email: { ...email, to: ["nobody@"] }, draftId });
    expect(messageId).toBe(0);
    expect((await call("DraftChanges", {}))["drafts"]).toMatchObject([{ version: 1, draft: {} }]);
    await call("SendMessage", { email, draftId });
    const { drafts } = await call("DraftChanges", {});
    expect(drafts).toMatchObject([{ version: 2 }]);
    expect(JSON.stringify(drafts)).not.toContain("is due");
  });

  test("number and files are limited, files come back whole", async () => {
    const { running, call, save } = await start();
    const big = Buffer.alloc(3 * 1024 * 1024, "p");
    const one = { fileId: file(1, 0).fileId, base64: big.toString("base64") };
    const files = [file(1, big.byteLength)];
    await save({ draft: letter("Scan", { files }), newFiles: [one] });
    // Kept without being sent again.
    expect(await save({ version: 1, draft: letter("Scan 2", { files }) })).toMatchObject({ version: 2 });
    expect((await call("DraftFile", { draftId, fileId: one.fileId }))["base64"]).toBe(one.base64);
    const change = { version: 0, editorId: "", now: 0, files: [one.fileId], newFiles: new Map() };
    const content = JSON.stringify(letter("Many"));
    const huge = new Map([[one.fileId, "A".repeat(base64Length(draftFileBytes.draft + 3))]]);
    const { userId = 0 } = (await running.store.users.find("casey")) ?? {};
    const tooLarge = { ...change, draftId: buildGuid(16, 0), content, newFiles: huge };
    expect(await running.store.drafts.save(userId, tooLarge)).toEqual({ refused: "files too large" });
    for (let n = 1; n < mostDrafts; n += 1)
      await running.store.drafts.save(userId, { ...change, draftId: buildGuid(16, n), content, files: [] });
    expect(await call("SaveDraft", { draftId: buildGuid(17, 1), draft: letter("One more") })).toMatchObject({
      hasError: true,
      version: 0,
    });
    let [since, count] = [0, 0];
    for (let isMore = true; isMore;) {
      const page = await call("DraftChanges", { since });
      since = Number(page["changeNumber"]);
      isMore = page["isMore"] === true;
      count += Array.isArray(page["drafts"]) ? page["drafts"].length : 0;
    }
    expect(count).toBe(mostDrafts);
  });

  test("are sealed under a key, with their files", async () => {
    const { running, call, save } = await start({ DATA_KEY: randomBytes(32).toString("base64") });
    const files = [file(1, 12)];
    const base64 = Buffer.from("quokka file!").toString("base64");
    await save({ draft: letter("Quokka", { files }), newFiles: [{ fileId: files[0]?.fileId, base64 }] });
    const { db } = running.store;
    const rows = JSON.stringify([
      await db.selectFrom("draft").selectAll().execute(),
      await db.selectFrom("draft_file").selectAll().execute(),
    ]);
    expect(rows).not.toContain("Quokka");
    expect(rows).not.toContain(base64);
    expect(JSON.stringify(await call("DraftChanges", {}))).toContain("Quokka is due");
    expect((await call("DraftFile", { draftId, fileId: files[0]?.fileId }))["base64"]).toBe(base64);
  });
});
