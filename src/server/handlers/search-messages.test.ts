import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { sql } from "kysely";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { sessionKeyOf } from "./test-session.ts";

const dataKey = randomBytes(32).toString("base64");
const keyed = { DATA_KEY: dataKey };
const ways: [string, Record<string, string>][] = [
  ["in the clear", {}],
  ["under a key", keyed],
];

interface Found {
  readonly subjects: string[];
  readonly hasError: boolean;
  readonly nextCursor?: string;
  readonly isComplete: boolean;
  readonly summaries: { subject: string; sentTo?: string[] }[];
}

describeOnBothEngines("search of messages over HTTP", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start(environment: Record<string, string> = {}, databaseUrl?: string) {
    const running = await startTestServer(environment, {
      databaseUrl: databaseUrl ?? (await stores.fresh()),
    });
    server = running;
    const keys = { casey: await sessionKeyOf(running, "casey"), robin: await sessionKeyOf(running, "robin") };
    const as = (name: "casey" | "robin") => ({ loggedInUser: name, sessionKey: keys[name] });
    const call = async (name: "casey" | "robin", request: object) =>
      (await running.post("/json/reply/SearchMessagesRequest", { ...as(name), ...request })).body;
    const search = async (name: "casey" | "robin", text: string, request: object = {}): Promise<Found> => {
      // The contract's schema has checked it at the server.
      const body = (await call(name, { text, ...request })) as unknown as Omit<Found, "subjects">;
      return { ...body, subjects: body.summaries.map(({ subject }) => subject) };
    };
    const send = async (subject: string, email: object = {}) => {
      const full = { to: ["robin@direct.example"], from: "casey@direct.example", subject, ...email };
      const { body } = await running.post("/DirectMessaging/SendMessage", { ...as("casey"), email: full });
      running.clock.now += 1000;
      return Number(body["messageId"]);
    };
    return { running, as, call, search, send };
  }

  test("is refused without a session, words, or sense", async () => {
    const { call, as, running } = await start();
    const { body } = await running.post("/json/reply/SearchMessagesRequest", { text: "labs" });
    expect(body).toMatchObject({ badSessionKey: true, hasError: true, summaries: [] });
    expect(await call("casey", { ...as("robin"), loggedInUser: "casey", text: "labs" })).toMatchObject({
      unauthorizedAccess: true,
    });
    for (const text of [undefined, "", "  ", '"*"', "\0", "— …"])
      expect(await call("casey", { text })).toMatchObject({ errorMessage: "Say which words to search for." });
    expect(await call("casey", { text: "x", folder: "trash" })).toMatchObject({ folderNotFound: true });
    for (const wrong of [{ limit: 0 }, { limit: 201 }, { limit: 1.5 }, { cursor: "1-2) or (1=1" }])
      expect(await call("casey", { text: "x", ...wrong })).toMatchObject({ hasError: true, summaries: [] });
    expect(await call("casey", { text: "word ".repeat(300) })).toMatchObject({ hasError: true });
  });

  test.each(ways)("finds words of a message anywhere, %s", async (_, environment) => {
    const { search, send } = await start(environment);
    await send("Authorization for Müller", {
      textBody: "The number is A-4711.",
      attachments: [{ fileName: "x-ray_left.pdf", contentType: "application/pdf", base64: "MQ==" }],
    });
    await send("Second", { htmlBody: "<style>.red{}</style><p>Ultra<b>sound</b> of the kn&#101;e</p>" });
    const found = async (text: string) => (await search("robin", text)).subjects;
    for (const text of [
      "AUTHORIZATION",
      "author",
      "muller",
      "4711",
      "left pdf",
      "casey pdf",
      "number müller",
    ])
      expect(await found(text), text).toEqual(["Authorization for Müller"]);
    expect(await found("ultrasound knee")).toEqual(["Second"]);
    for (const text of ["red", "4712", "authorization ultra", "uthorization"])
      expect(await found(text), text).toEqual([]);
  });

  test.each(ways)("finds phrases by the order of their words, %s", async (_, environment) => {
    const { search, send } = await start(environment);
    for (let at = 0; at < 3; at += 1) await send(`Number ${at}`, { textBody: "authorization of the number" });
    await send("The Authorization", { textBody: "number, that is: prior authorization-number 7" });
    await send("Newest", { textBody: "number authorization" });
    const found = async (text: string) => (await search("robin", text, { limit: 2 })).subjects;
    expect(await found('"prior Authorization NUMBER"')).toEqual(["The Authorization"]);
    expect(await found("“authorization number” prior")).toEqual(["The Authorization"]);
    expect(await found('"authorization number" "prior authorization"')).toEqual(["The Authorization"]);
    // Words of two texts follow each other nowhere.
    for (const text of ['"authorization prior"', '"authorization casey"', '"thor number"'])
      expect(await found(text), text).toEqual([]);
  });

  test("lists what was fetched late among its own day", async () => {
    const { running, search, send } = await start();
    await send("Labs new");
    const robin = await running.store.users.find("robin");
    await running.store.fetchedMail.deliver(
      {
        sender: "doctor@elsewhere.example",
        to: ["robin@direct.example"],
        cc: [],
        createdTime: undefined,
        subject: "Labs old",
        textBody: "x",
        htmlBody: undefined,
        attachments: [],
        size: 1,
        receivedAt: 1000,
      },
      {
        mailboxes: [robin?.userId ?? 0],
        identity: { messageId: "<old@elsewhere>", digest: "1" },
        threading: { mailId: "old@elsewhere", references: [] },
      },
    );
    expect((await search("robin", "labs")).subjects).toEqual(["Labs new", "Labs old"]);
  });

  test.each(ways)("takes no syntax from a text, %s", async (_, environment) => {
    const { search, send } = await start(environment);
    await send("Or and not near", { textBody: "it's ~1~abc" });
    const all = ["Or and not near"];
    for (const text of ["OR", "NOT", "AND NEAR", "it's", "near(or, 2)", "words:or", "or*", "'or':*"]) {
      const { subjects, hasError } = await search("robin", text);
      expect(hasError, text).toBe(false);
      expect(subjects, text).toEqual(text === "words:or" || text === "near(or, 2)" ? [] : all);
    }
    for (const text of [
      "x OR 1",
      '") OR (',
      "a' | 'b",
      "!or & near",
      "or <-> near",
      "^or",
      "\\",
      "or\0and",
      "{or}",
    ])
      expect((await search("robin", `${text} qqq`)).subjects, text).toEqual([]);
    expect((await search("robin", "z".repeat(900))).subjects).toEqual([]);
  });

  test("finds only one’s own, sent or received, by folder", async () => {
    const { running, as, search, send } = await start();
    const first = await send("Labs one", { bcc: ["casey@direct.example"] });
    await send("Labs two");
    const { body } = await running.post("/json/reply/FlagMessagesRequest", {
      ...as("robin"),
      messageIds: [first],
      isArchived: true,
    });
    expect(body).toMatchObject({ hasError: false });
    const subjects = async (name: "casey" | "robin", folder?: string) =>
      (await search(name, "labs", { folder })).subjects;
    expect(await subjects("robin")).toEqual(["Labs two", "Labs one"]);
    expect(await subjects("robin", "inbox")).toEqual(["Labs two"]);
    expect(await subjects("robin", "archive")).toEqual(["Labs one"]);
    expect(await subjects("robin", "sent")).toEqual([]);
    expect(await subjects("casey", "inbox")).toEqual(["Labs one"]);
    expect(await subjects("casey", "sent")).toEqual(["Labs two", "Labs one"]);
    const all = await search("casey", "labs");
    expect(all.summaries.map(({ sentTo }) => sentTo)).toEqual([["robin@direct.example"], undefined]);
    const { body: letter } = await running.post("/DirectMessaging/GetMessage", {
      ...as("casey"),
      messageId: first,
      folder: "sent",
    });
    expect(letter).toMatchObject({ email: { bcc: ["casey@direct.example"] } });
    for (const folder of ["sent", undefined]) {
      const { body: none } = await running.post("/DirectMessaging/GetMessage", {
        ...as(folder === "sent" ? "robin" : "casey"),
        messageId: folder === "sent" ? first : first + 1,
        folder,
      });
      expect(none).toMatchObject({ messageNotFound: true });
    }
    // A stranger's words are not even counted.
    await running.store.users.change("robin", { addresses: [] });
    expect((await search("casey", "robin")).subjects).toEqual(["Labs two", "Labs one"]);
  });

  test("comes in pages without gaps or repeats", async () => {
    const { search, send } = await start();
    for (const at of [1, 2, 3, 4, 5]) await send(`Labs ${at}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Found = await search("robin", "labs", { limit: 2, cursor });
      seen.push(...page.subjects);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([5, 4, 3, 2, 1].map((at) => `Labs ${at}`));
  });

  test("finds older messages after an upgrade, in the background", async () => {
    const databaseUrl = await stores.fresh();
    const first = await start(keyed, databaseUrl);
    await first.send("Labs of Jane", { textBody: "hemoglobin" });
    const { db, kind } = first.running.store;
    const stored =
      kind === "postgres"
        ? await sql<object>`select words::text as words from message_text`.execute(db)
        : await sql<object>`select hex(block) as words from message_text_data`.execute(db);
    // Long enough that no word under a key has it by chance.
    expect(JSON.stringify(stored.rows)).not.toMatch(/moglobin|6d6f676c6f62696e/i);
    await (
      kind === "postgres"
        ? sql`delete from message_text`
        : sql`insert into message_text (message_text) values ('delete-all')`
    ).execute(db);
    await sql`update message set search_state = 0`.execute(db);
    expect(await first.search("robin", "jane")).toMatchObject({ subjects: [], isComplete: false });
    await first.running.stop();
    const second = await start(keyed, databaseUrl);
    await expect.poll(async () => (await second.search("robin", "hemo")).subjects).toEqual(["Labs of Jane"]);
    expect((await second.search("robin", "hemo")).isComplete).toBe(true);
  });
});
