import { describe, expect, test } from "vitest";
import { operationKeys, registry } from "./registry.ts";

test("names and dedicated paths are spelled as in the interface", () => {
  const interfaceKeys = operationKeys.filter((key) => !("extension" in registry[key]));
  expect(interfaceKeys.map((key) => registry[key].name)).toEqual([
    "Auth",
    "BillingAutoChargeChargeVisitRequest",
    "SendMessageRequest",
    "GetMessageSummariesRequest",
    "DiagnosisVerifyRequest",
  ]);
  expect(registry.chargeVisit.path).toBe("/AutoChargeEntry/Billing/ChargedVisit");
  expect(registry.sendMessage.path).toBe("/DirectMessaging/SendMessage");
  expect(registry.listMessageSummaries.path).toBe("/DirectMessaging/GetMessageSummaries");
});

describe.each([
  ["sendMessage", registry.sendMessage],
  ["listMessageSummaries", registry.listMessageSummaries],
  ["getMessage", registry.getMessage],
] as const)("faults of %s", (_key, operation) => {
  const { faults, response } = operation;

  test.each([...faults.codes])("%s goes to the wire and back as the flag", (code) => {
    // Each fault list belongs to its own operation; a union of three cannot express that.
    const write = faults.write as (code: string, message: string) => unknown;
    const read = faults.read as (reply: unknown) => { code: string; message: string } | undefined;
    const reply = response.parse(write(code, "What is wrong."));
    expect(read(reply)).toEqual({ code, message: "What is wrong." });
    const flags = Object.entries(reply).filter(([name, value]) => value === true && name !== "hasError");
    expect(flags.map(([name]) => name)).toEqual(code === "other" ? [] : [code]);
  });
});

test("a reply without flags reports no fault", () => {
  const reply = {
    ...registry.listMessageSummaries.faults.write("other", ""),
    hasError: false,
    errorMessage: null,
  };
  expect(registry.listMessageSummaries.faults.read(reply)).toBeUndefined();
});
