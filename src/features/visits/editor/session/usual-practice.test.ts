import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { followNames } from "#room/features/names/names-now.ts";
import { onlyPractice } from "#room/features/visits/clinic/only-practice.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { noDirectory } from "#room/workspace/storage/kept-directory.ts";
import { unkeptEntry } from "#room/workspace/visits/visit-entry.ts";
import { usualPractice } from "./usual-practice.ts";

const [north, south, madeUp] = [buildGuid(9, 1), buildGuid(9, 2), buildGuid(9, 3)];

function know(...entries: readonly DirectoryEntry[]): void {
  const value = { ...noDirectory, version: 1, entries };
  followNames({ get: () => value, subscribe: () => () => undefined, update: async () => undefined });
}

const visit = (practiceId: string) => ({ ...unkeptEntry, practiceId });
const example = { ...unkeptEntry, practiceId: madeUp, source: { kind: "example" as const } };
const practice = (id: string) => ({ kind: "practice" as const, id, name: id.slice(0, 4) });

beforeEach(() => know());
afterAll(() => know());

test("a new visit takes the only practice, never an example's", () => {
  expect(usualPractice([visit(south), visit(south)], "")).toBe(south);
  expect(usualPractice([example], "")).toBe("");
  expect(usualPractice([example, visit(""), visit(north)], south)).toBe(north);
});

test("where several are used, none is taken from before", () => {
  expect(usualPractice([visit(south), visit(north)], "")).toBe("");
  know(practice(south), practice(north));
  expect(usualPractice([], south)).toBe("");
  expect(usualPractice([visit(north)], north)).toBe("");
});

test("a clerk limited to one practice gets that one", () => {
  know(practice(south), practice(north));
  expect(usualPractice([visit(south), visit(north)], "", [north])).toBe(north);
  expect(usualPractice([visit(north)], "", [north, south])).toBe("");
});

test("the first one takes the clinic's only practice", () => {
  expect(usualPractice([], north)).toBe(north);
  know(practice(south));
  expect(usualPractice([], north)).toBe(south);
  expect(usualPractice([visit(madeUp)], "")).toBe(south);
});

test("the queue's only practice is known from what was read", () => {
  const client = new QueryClient();
  expect(onlyPractice(client)).toBe("");
  const page = (...ids: readonly string[]) => ({
    pages: [{ visits: ids.map((practiceId) => ({ practiceId })) }],
  });
  client.setQueryData(["listVisits", "pages", {}, 1], page(north, north));
  expect(onlyPractice(client)).toBe(north);
  client.setQueryData(["listVisits", "pages", {}, 2], page(south));
  expect(onlyPractice(client)).toBe("");
});
