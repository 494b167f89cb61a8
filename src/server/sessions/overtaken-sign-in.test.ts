import { expect, test, vi } from "vitest";
import { call, codeOf, errorOf, server, serverOfEach, withTotp } from "./second-factor/test-second-factor.ts";
import { passwordRecord } from "./passwords.ts";
import { passwordOfCasey } from "#room/server/test-server.ts";

serverOfEach();

const next = "plenty of other words";

const signIn = () => server.post("/auth", { userName: "casey", password: passwordOfCasey });

/** Something is done once the password was found right. */
async function withMeanwhile<T>(meanwhile: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const { users } = server.store;
  const { find } = users;
  let left = 1;
  Object.assign(users, {
    find: async (name: string) => {
      const found = await find(name);
      if (left-- === 1) await meanwhile();
      return found;
    },
  });
  return work().finally(() => Object.assign(users, { find }));
}

/** By somebody who is signed in. */
const withPasswordChangedMeanwhile = <T>(session: Record<string, string>, work: () => Promise<T>) =>
  withMeanwhile(async () => {
    const changed = await call(
      "ChangePassword",
      { oldPassword: passwordOfCasey, newPassword: next },
      session,
    );
    expect(changed.status).toBe(200);
  }, work);

/** What the trail says of sign-ins that were refused. */
const refused = async () => {
  const { db } = server.store;
  const failed = db.selectFrom("audit_entry").where("action", "=", "sign-in failed");
  return failed.select(["actor", "subject"]).execute();
};

const liveOfCasey = () =>
  server.store.db.selectFrom("session").select("began_by").where("ended_at", "is", null).execute();

test("a password changed during a sign-in opens no session", async () => {
  const session = { "x-ss-id": await server.signIn() };
  const answer = await withPasswordChangedMeanwhile(session, signIn);
  expect(errorOf(answer)).toBe("401 Unauthorized");
  expect(await liveOfCasey()).toHaveLength(1);
  expect(await refused()).toEqual([{ actor: "casey", subject: "credentials" }]);
});

test("nor with a code, later", async () => {
  const { secret, session } = await withTotp();
  const first = await withPasswordChangedMeanwhile(session, signIn);
  expect(errorOf(first)).toBe("401 SecondFactorNeeded");
  const cookie = { cookie: String(first.headers["set-cookie"]).split(";")[0] ?? "" };
  server.clock.now += 30_000;
  expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe("401 Unauthorized");
  expect(await liveOfCasey()).toHaveLength(1);
});

test("all sessions ended during a sign-in leave the password right", async () => {
  const session = { "x-ss-id": await server.signIn() };
  const endAll = async () => {
    const ended = await server.post("/auth", { provider: "logout", state: "everywhere" }, session);
    expect(ended.status).toBe(200);
  };
  expect((await withMeanwhile(endAll, signIn)).status).toBe(200);
  expect(await liveOfCasey()).toHaveLength(1);
  // Nor is it another one because its record is renewed on the way.
  const earlier = await passwordRecord(passwordOfCasey, { logN: 14, r: 8, p: 5 });
  await server.store.users.setPassword("casey", earlier);
  session["x-ss-id"] = await server.signIn();
  await server.store.users.setPassword("casey", earlier);
  expect((await withMeanwhile(endAll, signIn)).status).toBe(200);
  expect(await refused()).toEqual([]);
});

test("a user disabled during a sign-in is not signed in", async () => {
  const disable = async () => {
    const { users, sessions } = server.store;
    await users.change("casey", { disabled: true });
    await sessions.endAllOf(1, server.clock.now, { reason: "user disabled" });
  };
  expect(errorOf(await withMeanwhile(disable, signIn))).toBe("401 Unauthorized");
  expect(await liveOfCasey()).toEqual([]);
  expect(await refused()).toEqual([{ actor: "casey", subject: "credentials" }]);
});

test("a password alone is not enough beside a new factor", async () => {
  const { store } = server;
  const inOne = store.inOne.bind(store);
  vi.spyOn(store, "inOne").mockImplementationOnce(async (work) => {
    // After it was asked whether there is one.
    await withTotp();
    return inOne(work);
  });
  expect(errorOf(await signIn())).toBe("401 Unauthorized");
  expect(await liveOfCasey()).toHaveLength(1);
  expect(errorOf(await signIn())).toBe("401 SecondFactorNeeded");
});
