import { expect, test, vi } from "vitest";
import {
  by,
  call,
  errorOf,
  minute,
  server,
  serverOfEach,
  withTotp,
} from "#room/server/sessions/second-factor/test-second-factor.ts";
import { passwordOfCasey } from "#room/server/test-server.ts";

serverOfEach();

const passkeys = (userId: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    credential_id: `key_${userId}_${at}`,
    user_id: userId,
    public_key: "",
    transports: "[]",
    rp_id: "localhost",
    counter: 0,
    name: "Desk",
    created_at: server.clock.now,
    last_used_at: at === 0 ? null : server.clock.now,
  }));
const add = (rows: ReturnType<typeof passkeys>) =>
  server.store.db.insertInto("passkey").values(rows).execute();
const subjects = async (action: "changed factor" | "proved again") => {
  const rows = server.store.db.selectFrom("audit_entry").select("subject").where("action", "=", action);
  return (await rows.execute()).map(({ subject }) => subject);
};

test("who needs a second factor keeps the last one", async () => {
  const { session } = await withTotp("robin");
  const remove = (which: object) => call("RemoveFactor", which, session);
  const { userId = 0 } = (await server.store.users.find("robin")) ?? {};
  await add(passkeys(userId, 2));
  const { body } = await call("Factors", {}, session);
  expect(body).toMatchObject({ isRequired: true, totpSince: expect.any(String), recoveryCodesLeft: 10 });
  expect(body["passkeys"]).toEqual([
    { passkeyId: `key_${userId}_0`, name: "Desk", createdAt: expect.any(String) },
    expect.objectContaining({ lastUsedAt: expect.any(String) }),
  ]);
  expect(errorOf(await remove({}))).toBe("400 NotEmpty");
  expect(errorOf(await remove({ passkeyId: "key of nobody" }))).toBe("404 NotFound");
  expect((await remove({ passkeyId: `key_${userId}_0` })).status).toBe(200);
  // At the same moment, too.
  const { inOne } = server.store;
  let go = () => {};
  const bothAsked = new Promise<void>((resolve) => (go = resolve));
  const begin = vi.spyOn(server.store, "inOne").mockImplementation(async (work) => {
    if (begin.mock.calls.length === 2) go();
    await bothAsked;
    return inOne(work);
  });
  const both = await Promise.all([remove({ totp: true }), remove({ passkeyId: `key_${userId}_1` })]);
  const answers = both.map((each) => (each.status === 200 ? "removed" : errorOf(each)));
  expect(answers.toSorted()).toEqual(["409 FactorRequired", "removed"]);
  expect(await subjects("changed factor")).toHaveLength(3);
});

test("who needs none may remove it", async () => {
  const { session } = await withTotp();
  expect((await call("Factors", {}, session)).body).toMatchObject({ isRequired: false });
  const least = async () => (await call("OwnAccount", {}, session)).body["minPassword"];
  expect(await least()).toBe(8);
  expect((await call("RemoveFactor", { totp: true }, session)).status).toBe(200);
  expect(await least()).toBe(15);
  expect(errorOf(await call("RecoveryCodes", {}, session))).toBe("409 NoFactor");
});

test("nobody has more than twenty passkeys", async () => {
  const session = by(await server.signIn());
  const adding = () => call("AddFactor", { kind: "passkey" }, session);
  await add(passkeys(1, 19));
  expect((await adding()).status).toBe(200);
  await add(passkeys(1, 20).slice(19));
  expect(errorOf(await adding())).toBe("409 TooManyPasskeys");
});

test("only a password’s sign-in is proved again by one", async () => {
  const session = by(await server.signIn());
  const prove = (password: string) => call("ProveAgain", { password }, session);
  expect((await prove(passwordOfCasey)).status).toBe(200);
  expect(await subjects("proved again")).toEqual(["password"]);
  await server.store.db.updateTable("session").set({ began_by: "digest" }).execute();
  expect((await call("Proof", {}, session)).body).toEqual({ ways: ["sign-in"] });
  expect(errorOf(await prove(passwordOfCasey))).toBe("409 SignInAgain");
  await server.store.db.updateTable("session").set({ began_by: "credentials" }).execute();
  for (let tries = 0; tries < 10; tries += 1) expect(errorOf(await prove("wrong"))).toBe("400 WrongProof");
  server.clock.now += minute;
  expect(errorOf(await prove(passwordOfCasey))).toBe("429 TooManyRequests");
});
