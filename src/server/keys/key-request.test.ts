import { expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import type { Right } from "#room/contract/rights.ts";
import { buildGuid } from "#room/testing/builders.ts";
import type { KeyRecord } from "#room/server/store/program-key-repository.ts";
import { keyAnswer } from "./key-answer.ts";
import { checkedExpiry, checkedKeyRequest, checkMayChange, type KeyMaker } from "./key-request.ts";

const at = Date.parse("2026-11-02T09:00:00Z");
const day = 86_400_000;
const [one, two] = [buildGuid(9, 1), buildGuid(9, 2)];
const [charge, list] = [registry.chargeVisit.name, registry.listVisits.name];
const casey: KeyMaker = { userName: "casey", practices: [], rights: new Set<Right>(["visits", "trail"]) };

function refusalOf(work: () => unknown): object | undefined {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error : undefined;
  }
  return undefined;
}

interface Wish {
  readonly name: string;
  readonly operations: readonly string[];
  readonly practices: readonly string[];
  readonly expiresAt: number | undefined;
}

const wish: Wish = {
  name: " Rules engine ",
  operations: [charge],
  practices: [] as string[],
  expiresAt: undefined,
};
const checked = (changes: Partial<Wish> = {}, maker = casey) =>
  checkedKeyRequest({ ...wish, ...changes }, maker, at);
const member = (fieldName: string) => ({ status: 400, errors: [{ fieldName }] });

test("a wish for a key is stored in one spelling", () => {
  const practices = [`{${one.toUpperCase()}}`, one];
  expect(checked({ operations: [charge, list, charge], practices, expiresAt: at + day })).toStrictEqual({
    name: "Rules engine",
    operations: [charge, list],
    practices: [one],
    expiresAt: at + day,
    by: "casey",
    at,
  });
  expect(checked()).toMatchObject({ practices: [], expiresAt: at + 365 * day });
});

test("what is wrong with a wish is told by member", () => {
  expect(refusalOf(() => checked({ name: "a:b" }))).toMatchObject(member("name"));
  expect(refusalOf(() => checked({ operations: [] }))).toMatchObject(member("operations"));
  expect(refusalOf(() => checked({ operations: [charge, registry.addKey.name] }))).toMatchObject(
    member("operations"),
  );
  expect(refusalOf(() => checked({ expiresAt: at }))).toMatchObject(member("expiresAt"));
});

test("a key ends within three years", () => {
  expect(checkedExpiry(at + 1, at)).toBe(at + 1);
  expect(checkedExpiry(at + 1096 * day, at)).toBe(at + 1096 * day);
  for (const end of [at, at - 1, at + 1096 * day + 1])
    expect(refusalOf(() => checkedExpiry(end, at))).toMatchObject(member("expiresAt"));
});

test("a key sees no practice that its maker does not", () => {
  const limited = { ...casey, practices: [one] };
  const no = { status: 403, errorCode: "OutsideYourPractices" };
  expect(checked({}, limited).practices).toEqual([one]);
  expect(checked({ practices: [one] }, limited).practices).toEqual([one]);
  expect(refusalOf(() => checked({ practices: [two] }, limited))).toMatchObject(no);
  expect(refusalOf(() => checked({ practices: [one, two] }, limited))).toMatchObject(no);
  expect(checked({ practices: [two] }).practices).toEqual([two]);
});

test("a key may do nothing that its maker may not", () => {
  const health = registry.getHealth.name;
  expect(refusalOf(() => checked({ operations: [charge, health] }))).toMatchObject({
    status: 403,
    errorCode: "Forbidden",
    message: expect.stringContaining(health),
  });
  // The command line may make any.
  const { rights: _none, ...line } = casey;
  expect(checked({ operations: [health] }, line).operations).toEqual([health]);
});

test("a key for some practices has nothing clinic-wide", () => {
  const trail = registry.listAuditEntries.name;
  expect(refusalOf(() => checked({ operations: [charge, trail], practices: [one] }))).toMatchObject({
    ...member("operations"),
    message: expect.stringContaining(trail),
  });
  expect(checked({ operations: [trail] }).operations).toEqual([trail]);
});

const key: KeyRecord = {
  keyId: 7,
  name: "Rules engine",
  operations: [charge, "GoneRequest"],
  practices: [one],
  createdAt: at,
  createdBy: undefined,
  expiresAt: at + day,
  endedAt: undefined,
  endedBy: undefined,
  lastUsedFrom: undefined,
  heldSince: undefined,
  secrets: [
    { mark: "new", hint: "wxyz", createdAt: at, worksUntil: undefined, lastUsedAt: undefined },
    { mark: "old", hint: "abcd", createdAt: at, worksUntil: at + 1000, lastUsedAt: at + 5 },
  ],
};

test("whoever rotates a key must be worth as much", () => {
  expect(refusalOf(() => checkMayChange(key, casey))).toBeUndefined();
  expect(refusalOf(() => checkMayChange(key, { ...casey, practices: [two] }))).toMatchObject({ status: 403 });
  expect(
    refusalOf(() => checkMayChange({ ...key, practices: [] }, { ...casey, practices: [one] })),
  ).toMatchObject({
    errorCode: "OutsideYourPractices",
  });
  expect(refusalOf(() => checkMayChange(key, { ...casey, rights: new Set<Right>() }))).toMatchObject({
    errorCode: "Forbidden",
  });
});

test("a key shows its working secrets and its last use", () => {
  const second = (ms: number) => `2026-11-02T09:00:0${ms / 1000}.0000000`;
  const shown = (of: typeof key, now: number): unknown => JSON.parse(JSON.stringify(keyAnswer(of, now)));
  expect(shown(key, at + 999)).toStrictEqual({
    keyId: 7,
    name: "Rules engine",
    operations: [charge, "GoneRequest"],
    practices: [one],
    state: "live",
    createdAt: second(0),
    expiresAt: "2026-11-03T09:00:00.0000000",
    lastUsedAt: "2026-11-02T09:00:00.0050000",
    currentMark: "new",
    secrets: [
      { mark: "new", hint: "wxyz", createdAt: second(0) },
      {
        mark: "old",
        hint: "abcd",
        createdAt: second(0),
        worksUntil: second(1000),
        lastUsedAt: "2026-11-02T09:00:00.0050000",
      },
    ],
  });
  expect(keyAnswer(key, at + 1000).secrets.map(({ mark }) => mark)).toEqual(["new"]);
  expect(keyAnswer({ ...key, secrets: key.secrets.toReversed() }, at).currentMark).toBe("new");
  const unused = shown({ ...key, secrets: key.secrets.slice(0, 1) }, at);
  expect(unused).not.toHaveProperty("lastUsedAt");
  expect(keyAnswer({ ...key, secrets: [] }, at).currentMark).toBe("");
});

test("only a live or held key shows its secrets", () => {
  const held = keyAnswer({ ...key, heldSince: at }, at);
  expect([held.state, held.secrets.length]).toEqual(["held", 2]);
  const expired = keyAnswer({ ...key, heldSince: at }, at + day);
  expect([expired.state, expired.secrets]).toEqual(["expired", []]);
  const ended = { ...key, endedAt: at + 2000, endedBy: "casey", createdBy: "robin", lastUsedFrom: "::1" };
  expect(keyAnswer(ended, at + day)).toMatchObject({
    state: "ended",
    secrets: [],
    endedAt: "2026-11-02T09:00:02.0000000",
    endedBy: "casey",
    createdBy: "robin",
    lastUsedFrom: "::1",
  });
});
