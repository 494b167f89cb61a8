import { hash, randomBytes } from "node:crypto";

/** 192 bits, in characters that are safe in URLs. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

export function hashOfSecret(secret: string): string {
  return hash("sha256", secret, "base64url");
}
