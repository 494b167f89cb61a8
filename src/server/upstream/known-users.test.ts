import { expect, it } from "vitest";
import { KnownUsers, withoutNote } from "./known-users.ts";

const life = { lifeMs: 1000, key: Buffer.alloc(32, 7) };
const cookieOf = (name: string) => `ss-id=${name.padEnd(20, "x")}`;
const dee = { userName: "dee", sessionId: "dee's" };
const noteFor = (known: KnownUsers, user: typeof dee) =>
  known
    .remember(user, [`${cookieOf(user.userName)}; Path=/`], undefined)
    .join()
    .split(";")[0] ?? "";

it("knows who signed in, on each process, for a time", () => {
  let now = 0;
  const [one, other] = [1, 2].map(() => new KnownUsers({ ...life, now: () => now }));
  const stranger = new KnownUsers({ ...life, key: Buffer.alloc(32, 8), now: () => now });
  const note = one ? noteFor(one, dee) : "";
  const cookies = `${cookieOf("dee")}; ${note}`;
  expect(other?.find(cookies)).toEqual(dee);
  expect(stranger.find(cookies)).toBeUndefined();
  now = 1000;
  expect(other?.find(cookies)).toBeUndefined();
});

it("holds with the service’s cookie of that sign-in only", () => {
  const known = new KnownUsers(life);
  const note = noteFor(known, dee);
  expect(known.find(note)).toBeUndefined();
  expect(known.find(`${cookieOf("cy")}; ${note}`)).toBeUndefined();
  expect(known.find(`${cookieOf("dee")}; ${cookieOf("cy")}; ${note}`)).toBeUndefined();
  expect(known.find(`${cookieOf("dee")}; ${note}; ${note}`)).toBeUndefined();
  expect(known.find(`${cookieOf("dee")}; ${note}A`)).toBeUndefined();
  expect(withoutNote(`${cookieOf("dee")}; ${note}`)).toBe(cookieOf("dee"));
  expect(withoutNote(note)).toBeUndefined();
  expect(known.forget(cookieOf("dee"))).toEqual([]);
  expect(known.forget(note).join()).toContain("Max-Age=0");
});
