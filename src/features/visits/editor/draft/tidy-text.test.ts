import { describe, expect, it } from "vitest";
import { kindOf, tidyText } from "./tidy-text.ts";

const cell = (member: string) => ({ list: "charges", rowId: "r", member }) as const;

describe("tidyText", () => {
  it.each([
    ["charge.amount", "$1,234.50", "1234.50"],
    ["charge.amount", "(12.00)", "-12.00"],
    ["charge.amount", "1,5", "1,5"],
    ["charge.amount", "free", "free"],
    ["charge.currency", " usd", "USD"],
    ["quantity", " 2 ", "2"],
    ["modifier", "25,59", "25 59"],
    ["modifier", "xs  25", "XS 25"],
    ["cpt", "j1100", "J1100"],
    ["cpt", "\u200b9921\ufeff3\u200f", "99213"],
    ["payerId", "{C01D0000-0000-0000-0000-000000008E2F}", "c01d0000000000000000000000008e2f"],
    ["payerId", "not a guid", "not a guid"],
    ["billable", "Yes", "true"],
    ["billable", "0", "false"],
  ])("brings %s %s into %s", (member, typed, text) => {
    expect(tidyText(cell(member), typed)).toBe(text);
  });

  it("keeps free text as typed", () => {
    const place = { list: "payments", rowId: "r", member: "paymentType" } as const;
    expect(tidyText(place, " Credit\u200b card")).toBe("Credit card");
    expect(tidyText({ path: "audit.withholdReason" }, " Papers missing ")).toBe(" Papers missing ");
    expect(kindOf({ path: "audit.canAutoCharge" })).toBe("flag");
  });
});
