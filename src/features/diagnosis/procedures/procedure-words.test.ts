import { expect, it } from "vitest";
import { procedureWords } from "./procedure-words.ts";

it("never says valid beside a list that is not loaded", () => {
  const code = { code: "LT", codeSystemName: "HCPCS", state: "valid" } as const;
  expect(procedureWords(code)).toMatchObject({ state: "Valid", meaning: "" });
  const reason = "The list of 2024 Q4 is not loaded; these are the dates in HCPCS 2025 Q4.";
  const told = procedureWords({ ...code, reason });
  expect(told.meaning).toBe(reason);
  expect(told.state).not.toMatch(/valid/i);
});
