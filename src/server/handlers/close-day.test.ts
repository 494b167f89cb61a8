import { expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import { ask, robin, server, serverOfEach } from "./test-visits.ts";

serverOfEach();

const day = "2026-11-02";

test("only a day that is given is closed", async () => {
  for (const given of ["", "0001-01-01"])
    expect((await ask("closeDay", { day: given })).refusal).toMatchObject({
      errorCode: "NotEmpty",
      errors: [{ fieldName: "day" }],
    });
});

test("who sees some practices closes no clinic's day", async () => {
  const practiceId = buildGuid(9, 1);
  await server.store.users.change("robin", { practices: [practiceId] });
  robin["authorization"] = `Bearer ${await server.signIn("robin")}`;
  const closed = async (request: object) =>
    (await ask("closeDay", { day, ...request }, robin)).refusal?.errorCode;
  expect(await closed({})).toBe("OutsideYourPractices");
  expect(await closed({ practiceId: buildGuid(9, 2) })).toBe("OutsideYourPractices");
  expect(await closed({ practiceId })).toBeUndefined();
});
