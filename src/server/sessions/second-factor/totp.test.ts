import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { newTotpSecret, stepOfCode, totpAddress } from "./totp.ts";

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const secret = Secret.fromLatin1("12345678901234567890").base32;
const ofTheRfc = [
  [59, "287082", 1],
  [1111111109, "081804", 37037036],
  [1111111111, "050471", 37037037],
  [1234567890, "005924", 41152263],
  [2000000000, "279037", 66666666],
  [20000000000, "353130", 666666666],
] as const;

test.each(ofTheRfc)("the RFC 6238 code at %d holds one period around", (at, code, step) => {
  const start = step * 30_000;
  expect(stepOfCode(secret, code, at * 1000)).toBe(step);
  for (const near of [start - 30_000, start - 1, start, start + 29_999, start + 59_999])
    expect(stepOfCode(secret, code, near)).toBe(step);
  for (const far of [start - 30_001, start + 60_000]) expect(stepOfCode(secret, code, far)).toBeUndefined();
});

test("a code is taken as people type it, nothing else", () => {
  expect(stepOfCode(secret, " 287 082 ", 59_000)).toBe(1);
  for (const wrong of ["", "28708", "2870820", "28708x", "２８７０８２", "000000", "94287082"])
    expect(stepOfCode(secret, wrong, 59_000)).toBeUndefined();
});

test("the address scanned has the secret of accepted codes", () => {
  const own = newTotpSecret();
  const address = totpAddress(own, "José Müller");
  expect(own).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(address).searchParams.get("secret")).toBe(own);
  expect(decodeURIComponent(new URL(address).pathname)).toContain("Visit Charge Console:José Müller");
  const code = new TOTP({ secret: own }).generate({ timestamp: 90_000 });
  expect(stepOfCode(own, code, 90_000)).toBe(3);
});
