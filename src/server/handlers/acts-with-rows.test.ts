import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { registry } from "#room/contract/registry.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { markRestored } from "#room/server/store/settle-restore.ts";
import {
  by,
  call,
  codeOf,
  server,
  serverOfEach,
  withTotp,
} from "#room/server/sessions/second-factor/test-second-factor.ts";
import { passwordOfCasey } from "#room/server/test-server.ts";

serverOfEach();

const tables = [
  "person",
  "totp",
  "recovery_code",
  "user_link",
  "clinic",
  "mail_setting",
  "shared_address",
  "program_key",
  "program_secret",
  "directory_entry",
  "letter_words",
  "last_number",
  "restored_backup",
  "data_key",
] as const;

async function state() {
  const { db } = server.store;
  const live = db.selectFrom("session").select(["id_hash", "proved_at"]).where("ended_at", "is", null);
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return { rows, live: await live.execute() };
}

test("an act whose row cannot be written is not done", async () => {
  const { session } = await withTotp();
  const { session: robin } = await withTotp("robin");
  const made = await call("MakePersonLink", { userName: "casey" }, robin);
  expect(made.status).toBe(200);
  const { secret: link } = made.body["link"] as { secret: string };
  const { users, db } = server.store;
  const { passwordRecord } = (await users.find("casey")) ?? {};
  await users.add({ name: "kim", role: "lead", passwordRecord, createdAt: server.clock.now });
  const kim = by(await server.signIn("kim"));
  const program = { name: "Rules", operations: ["ListVisitsRequest"] };
  const added = registry.addKey.response.parse((await call("AddKey", program, robin)).body).key;
  const { keyId, currentMark: old } = added;
  const rotated = await call("RotateKey", { keyId, current: old }, robin);
  const { currentMark: current } = registry.rotateKey.response.parse(rotated.body).key;
  for (const statement of markRestored(server.clock.now)) await sql.raw(statement).execute(db);
  await db.updateTable("program_key").set({ held_since: 1 }).execute();
  const begun = await call("AddFactor", { kind: "totp" }, session);
  const code = codeOf(String(begun.body["secret"]));
  const before = await state();
  await sql`create trigger no_rows before insert on audit_entry begin select raise(abort, 'no rows'); end`.execute(
    db,
  );
  const newPassword = "plenty of other words";
  const acts: [string, object, Record<string, string>][] = [
    ["ChangePassword", { oldPassword: passwordOfCasey, newPassword }, session],
    ["AcceptWelcome", { secret: link, password: newPassword }, {}],
    ["ConfirmFactor", { code }, session],
    ["RecoveryCodes", {}, session],
    ["RemoveFactor", { totp: true }, session],
    ["EndPersonSessions", { userName: "casey" }, robin],
    ["ResetFactor", { userName: "casey" }, robin],
    ["SaveClinic", { version: 0, clinic: { name: "Lakeside" } }, robin],
    ["SaveMailSettings", { version: 0, asksForNotices: true, noticeMinutes: 77 }, robin],
    ["AddKey", { ...program, name: "Other rules" }, robin],
    ["RotateKey", { keyId, current }, robin],
    ["ConfirmRestored", { keyId }, robin],
    ["ConfirmRestored", {}, robin],
    ["EndKey", { keyId }, robin],
    ["EndKey", { keyId, secret: old }, robin],
    [
      "SaveDirectory",
      { version: 0, entries: [{ kind: "payer", id: buildGuid(14, 1), name: "Aetna" }] },
      robin,
    ],
    ["SaveLetterWords", { version: 0, words: { signature: "Yours", templates: [] } }, robin],
    ["SaveSharedMailbox", { address: "billing@direct.example", userNames: ["casey"] }, robin],
    ["ProveAgain", { password: passwordOfCasey }, kim],
    ["/auth", { userName: "kim", password: passwordOfCasey }, kim],
    ["/auth", { provider: "logout" }, kim],
    ["/auth", { provider: "logout", state: "everywhere" }, kim],
  ];
  for (const [name, request, as] of acts) {
    const answer = name.startsWith("/") ? server.post(name, request, as) : call(name, request, as);
    expect([name, (await answer).status]).toEqual([name, 500]);
    expect([name, await state()]).toEqual([name, before]);
  }
});

test("an app whose set-up ended meanwhile is not added", async () => {
  const session = by(await server.signIn());
  const { body } = await call("AddFactor", { kind: "totp" }, session);
  const { vault, sessions } = server.store;
  const sealer = vault.sealer.bind(vault);
  vi.spyOn(vault, "sealer").mockImplementationOnce(async () => {
    await sessions.endAllOf(1, server.clock.now, { reason: "signed out everywhere" });
    return sealer();
  });
  const before = await state();
  const { status } = await call("ConfirmFactor", { code: codeOf(String(body["secret"])) }, session);
  const { rows } = await state();
  expect([status, rows.slice(1)]).toEqual([400, before.rows.slice(1)]);
});

test("a session ended by many at once has one row", async () => {
  const session = by(await server.signIn());
  for (const state of [undefined, "everywhere"]) {
    const again = state ? by(await server.signIn()) : session;
    const many = Array.from({ length: 8 }, () => server.post("/auth", { provider: "logout", state }, again));
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  }
  const { store, clock } = server;
  const late = by(await server.signIn());
  const inOne = store.inOne.bind(store);
  vi.spyOn(store, "inOne").mockImplementationOnce(async (work) => {
    await store.sessions.endAllOf(1, clock.now, { reason: "disabled" });
    return inOne(work);
  });
  expect((await server.post("/auth", { provider: "logout" }, late)).status).toBe(200);
  const rows = await store.db
    .selectFrom("audit_entry")
    .select("subject")
    .where("action", "=", "signed out")
    .execute();
  expect(rows.map(({ subject }) => subject)).toEqual([null, "everywhere"]);
});
