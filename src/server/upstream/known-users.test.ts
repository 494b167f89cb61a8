import { expect, it } from "vitest";
import { KnownUsers } from "./known-users.ts";

it("remembers few users for a bounded time, duplicates never", () => {
  let now = 0;
  const known = new KnownUsers({ most: 3, lifeMs: 1000, now: () => now });
  const cookieOf = (name: string) => `ss-id=${name.padEnd(20, "x")}`;
  for (const userName of ["ann", "bob", "cy", "dee"])
    known.remember({ userName, sessionId: undefined }, [`${cookieOf(userName)}; Path=/`], undefined);
  expect(known.find(cookieOf("ann"))).toBeUndefined();
  expect(known.find(cookieOf("dee"))?.userName).toBe("dee");
  expect(known.find(`${cookieOf("dee")}; ${cookieOf("cy")}`)).toBeUndefined();
  now = 1000;
  expect(known.find(cookieOf("dee"))).toBeUndefined();
});
