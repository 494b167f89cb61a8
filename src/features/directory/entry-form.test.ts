import { expect, test } from "vitest";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { entryForm, type EntryValues, valuesOf } from "./entry-form.ts";

async function faultsOfFee(values: Partial<EntryValues>) {
  const typed = { ...valuesOf({ id: "0a".repeat(16) }), code: "99213", amount: "128", ...values };
  const { errors } = await formResolver(entryForm("fee", "2026-11-23"))(typed, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([name, fault]) => [name, fault?.message]));
}

test("an amount that cannot be read is never another amount", async () => {
  expect(await faultsOfFee({ amount: "$1,128.50" })).toEqual({});
  expect(await faultsOfFee({ amount: "128,50" })).toEqual({
    amount: "Can’t read the amount “128,50”. Use 128.50.",
  });
});

test("faults of an entry are a person’s words", async () => {
  const unread = { code: " ", amount: "", activeFrom: "sometime", payerId: "nobody" };
  expect(await faultsOfFee(unread)).toEqual({
    activeFrom: "Active from isn’t a valid date.",
    amount: "Amount is missing.",
    code: "Code is missing.",
    payerId: "Payer isn’t a valid ID: 32 characters, 0–9 and a–f.",
  });
  expect(await faultsOfFee({ name: "y".repeat(300), id: "zzz" })).toEqual({
    name: "Description is too long: 200 characters at most.",
    id: "ID isn’t a valid ID: 32 characters, 0–9 and a–f.",
  });
  expect(await faultsOfFee({ code: "!!", modifiers: "25 R TC!" })).toEqual({
    code: "Code must be five letters or digits, such as 99213.",
    modifiers: "Modifiers must be two letters or digits each, such as 25.",
  });
  expect(await faultsOfFee({ code: "j1885", modifiers: "25, rt" })).toEqual({});
  const old = { code: "INJ", modifiers: "RIGHT", activeTo: "2026-11-22" };
  expect(await faultsOfFee(old), "what was saved before can be ended").toEqual({});
  expect(await faultsOfFee({ activeFrom: "2027-01-02", activeTo: "2027-01-01" })).toEqual({
    activeTo: "Active to must not be before Active from.",
  });
});
