import { sql } from "kysely";
import { expect, test, vi } from "vitest";
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
] as const;

async function state() {
  const { db } = server.store;
  const live = db.selectFrom("session").select("id_hash").where("ended_at", "is", null);
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return { rows, live: await live.execute() };
}

test("an act whose row cannot be written is not done", async () => {
  const { session } = await withTotp();
  const { session: robin } = await withTotp("robin");
  const made = await call("MakePersonLink", { userName: "casey" }, robin);
  expect(made.status).toBe(200);
  const { secret: link } = made.body["link"] as { secret: string };
  const begun = await call("AddFactor", { kind: "totp" }, session);
  const code = codeOf(String(begun.body["secret"]));
  const before = await state();
  await sql`create trigger no_rows before insert on audit_entry begin select raise(abort, 'no rows'); end`.execute(
    server.store.db,
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
  ];
  for (const [name, request, as] of acts) {
    expect([name, (await call(name, request, as)).status]).toEqual([name, 500]);
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
