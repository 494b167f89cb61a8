import { hash, randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const howMany = 10;

/**
 * 24 letters, 118 bits, in groups that people can copy: too many to guess from a hash, so a fast hash is enough (ASVS
 * 6.5.2).
 */
function newCode(): string {
  const letters = Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)] ?? "a").join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, newCode);
}

/** The stored hash of a code, however it is typed: with spaces, in capitals, without hyphens. */
export function hashOfRecoveryCode(userId: number, code: string): string {
  return hash("sha256", `recovery ${userId} ${code.toLowerCase().replace(/[^a-z\d]/g, "")}`, "base64url");
}
