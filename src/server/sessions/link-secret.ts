import { hash, randomBytes } from "node:crypto";

/** 192 bits, in characters that are safe in URLs and cookies. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** The hash under which a secret is stored and looked up: timing of the comparison reveals nothing about the secret. */
export function hashOfSecret(secret: string): string {
  return hash("sha256", secret, "base64url");
}
