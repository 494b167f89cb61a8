import { expect, test } from "vitest";
import { WrongSecret } from "./browser/failures.ts";
import { desk, event, heldEncryption, id } from "./test-workspace.ts";

test("a wrong password opens nothing, and neither does another user's", async () => {
  const { enter } = desk();
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  first.close();
  await expect(enter({ secret: { kind: "password", text: "another password" } })).rejects.toThrow(
    WrongSecret,
  );
  const stranger = await desk().enter({ secret: { kind: "password", text: "another password" } });
  expect(stranger.visits.list()).toEqual([]);
});

test("a draft returns with its baseline by password and session", async () => {
  const { enter } = desk();
  const first = await enter({ sessionKey: "s1" });
  await first.visits.importMany([event("a", "from file")], { fileName: "batch.json" });
  await first.visits.put(id("a"), event("a", "corrected"));
  first.close();
  for (const options of [{}, { secret: undefined, sessionKey: "s1" }]) {
    const { secret, ...rest } = options as { secret?: undefined };
    const again = await enter("secret" in options ? ({ ...rest, secret: undefined } as never) : rest);
    expect(again.visits.summary(id("a"))).toMatchObject({ state: "draft", edited: true, text: "corrected" });
    expect(await again.visits.get(id("a"))).toMatchObject({
      event: event("a", "corrected"),
      imported: event("a", "from file"),
    });
    again.close();
    expect(secret).toBeUndefined();
  }
});

test("a session that is over no longer opens it", async () => {
  const { enter } = desk();
  const first = await enter({ sessionKey: "s1" });
  await first.lock();
  first.close();
  await expect(enter({ secret: undefined, sessionKey: "s1" } as never)).rejects.toThrow(WrongSecret);
});

test("after a password change the old password is asked once", async () => {
  const { enter } = desk();
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  first.close();
  const secret = { kind: "password", text: "second password" } as const;
  await expect(enter({ secret })).rejects.toThrow(WrongSecret);
  const changed = await enter({ secret, oldSecret: { kind: "password", text: "first password" } });
  expect(changed.visits.list()).toHaveLength(1);
  changed.close();
  expect((await enter({ secret })).visits.list()).toHaveLength(1);
  await expect(enter()).rejects.toThrow(WrongSecret);
});

test("after a password change only the new password opens it", async () => {
  const { enter } = desk();
  const first = await enter({ sessionKey: "s1" });
  await first.visits.add(event("a"), { kind: "new" });
  await expect(first.changePassword("not the first", "second password")).rejects.toThrow(WrongSecret);
  await first.changePassword("first password", "second password");
  await first.visits.put(id("a"), event("a", "after the change"));
  first.close();
  await expect(enter()).rejects.toThrow(WrongSecret);
  const again = await enter({ secret: { kind: "password", text: "second password" } });
  expect(again.visits.summary(id("a"))?.text).toBe("after the change");
});

test("without a password the session or a passphrase keeps work", async () => {
  const { enter } = desk();
  const first = await enter({ secret: undefined, sessionKey: "s1" } as never);
  expect(first.protection()).toBe("session");
  await first.visits.add(event("a"), { kind: "new" });
  await first.setPassphrase("four words to remember");
  first.close();
  const secret = { kind: "passphrase", text: "four words to remember" } as const;
  const again = await enter({ secret, sessionKey: "s2" });
  expect(again.visits.list()).toHaveLength(1);
  expect(again.protection()).toBe("passphrase");
});

const bare = { secret: undefined } as never as { secret: never };
const passkey = { id: "desk", text: "what the authenticator gave" };

test("a passkey opens once paired, never with another's secret", async () => {
  const { enter } = desk();
  (await enter()).close();
  await expect(enter({ ...bare, passkey, sessionKey: "s2" })).rejects.toThrow(WrongSecret);
  (await enter({ passkey, sessionKey: "s2" })).close();
  const again = await enter({ ...bare, passkey, sessionKey: "s3" });
  expect(again.protection()).toBe("password");
  await again.lock();
  await again.unlock({ passkey, sessionKey: "s4" });
  again.close();
  const other = { ...passkey, text: "what another gave" };
  await expect(enter({ ...bare, passkey: other, sessionKey: "s5" })).rejects.toThrow(WrongSecret);
  await enter();
});

test("in a new browser the passkey guards, not the password", async () => {
  const { enter } = desk();
  const first = await enter({ ...bare, passkey, sessionKey: "s1" });
  expect(first.protection()).toBe("passkey");
  await first.visits.add(event("a"), { kind: "new" });
  first.close();
  await expect(enter({ sessionKey: "s2" })).rejects.toThrow(WrongSecret);
  await expect(enter({ ...bare, sessionKey: "s2" })).rejects.toThrow(WrongSecret);
  const both = await enter({ passkey, sessionKey: "s2" });
  expect(both.protection()).toBe("password");
  both.close();
  const again = await enter({ sessionKey: "s3" });
  expect(again.visits.list()).toHaveLength(1);
});

test("a locked workspace saves changes once unlocked", async () => {
  const { enter } = desk();
  const workspace = await enter({ sessionKey: "s1" });
  await workspace.visits.add(event("a"), { kind: "new" });
  await workspace.lock();
  let isWritten = false;
  const write = workspace.visits.put(id("a"), event("a", "while locked")).then(() => (isWritten = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isWritten).toBe(false);
  await expect(workspace.unlock({ secret: { kind: "password", text: "no" } })).rejects.toThrow(WrongSecret);
  await workspace.unlock({ secret: { kind: "password", text: "first password" }, sessionKey: "s2" });
  await write;
  expect(workspace.visits.summary(id("a"))?.text).toBe("while locked");
});

test("the lock waits for what is being written", async () => {
  const { enter } = desk();
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  const { goOn, begun } = heldEncryption();
  const write = first.visits.put(id("a"), event("a", "typed just before"));
  await expect.poll(begun).toBe(true);
  const locked = first.lock();
  goOn();
  // Then the page may be left.
  await locked;
  first.close();
  await write.catch(() => undefined);
  expect((await enter()).visits.summary(id("a"))?.text).toBe("typed just before");
});
