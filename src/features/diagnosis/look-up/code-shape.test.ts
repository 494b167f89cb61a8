import { expect, test } from "vitest";
import { likelySlip } from "./code-shape.ts";

test("a procedure code or a letter O is told", () => {
  expect(likelySlip("99213")).toBe(
    "99213 looks like a procedure code (CPT), or an ICD-9-CM code without its dot.",
  );
  expect(likelySlip(" j3420")).toBe("J3420 looks like a procedure code (HCPCS).");
  expect(likelySlip("J02.O")).toBe("It has the letter O: did you mean J02.0?");
  expect(likelySlip("o9a.1")).toBe("");
  expect(likelySlip("J02.9")).toBe("");
  expect(likelySlip("Oslo")).toBe("");
});
