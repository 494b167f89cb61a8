import { expect, test } from "vitest";
import type { HandlerContext, SignedInContext } from "#room/server/handler.ts";
import { hashOfSecret } from "./link-secret.ts";
import { ownerOfLink, refuseLink, watchedSecret } from "./one-time-link.ts";

const [now, kim] = [1_000_000, { userId: 7, name: "kim", disabled: false }];
const link = { userId: 7, expiresAt: now + 1, usedAt: undefined };

/** With one link and its person; what was counted as a failed sign-in. */
function desk(of: object, user: object | undefined) {
  const notes: unknown[] = [];
  const find = async (hash: string) => (hash === hashOfSecret("secret") ? { ...link, ...of } : undefined);
  const throttle = { peek: async () => ({ hits: 0, windowStartedAt: now }), hit: async () => undefined };
  const store = { userLinks: { find }, users: { byId: async () => user }, throttle };
  const context = {
    store,
    settings: { failureMinutes: 15, addressFailures: 5 },
    now: () => new Date(now),
    audit: { noteRepeated: async (note: object) => void notes.push(note) },
    remoteAddress: "192.0.2.1",
    // What links use of it.
  } as unknown as HandlerContext & SignedInContext;
  return { context, notes };
}

test.each([
  ["secret", {}, kim, undefined],
  ["another", {}, kim, "LinkUnknown"],
  ["secret", {}, undefined, "LinkUnknown"],
  ["secret", {}, { ...kim, disabled: true }, "LinkUnknown"],
  ["secret", { usedAt: 1 }, kim, "LinkUsed"],
  ["secret", { usedAt: 1, expiresAt: now }, kim, "LinkUsed"],
  ["secret", { expiresAt: now }, kim, "LinkExpired"],
] as const)("%s with %o of %o is %s", async (secret, of, user, errorCode) => {
  const { context, notes } = desk(of, user);
  const opened = watchedSecret(context, () => ownerOfLink(secret, context));
  await (errorCode === undefined
    ? expect(opened).resolves.toEqual({ user: kim, expiresAt: now + 1 })
    : expect(opened).rejects.toMatchObject({ errorCode }));
  // Only a wrong one may be a guess.
  expect(notes).toHaveLength(errorCode === "LinkUnknown" ? 1 : 0);
  await expect(refuseLink(secret, context)).rejects.toMatchObject({ errorCode: errorCode ?? "LinkUnknown" });
});
