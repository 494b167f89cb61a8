import { Secret, TOTP } from "otpauth";

/** Seconds that a code is shown, as in every authenticator app. */
const period = 30;
/** Codes of the adjacent periods are accepted too, for clocks that differ. */
const window = 1;

/** RFC 6238 as apps implement it: SHA-1, six digits. */
function totpOf(secret: Secret, label = ""): TOTP {
  return new TOTP({ issuer: "Visit Charge Console", label, secret, algorithm: "SHA1", digits: 6, period });
}

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpAddress(secret: string, userName: string): string {
  return totpOf(Secret.fromBase32(secret), userName).toString();
}

export function stepAt(now: number): number {
  return Math.floor(now / 1000 / period);
}

/** The time step of a current code; undefined for others. Takes the same time for any input. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, "");
  const isShaped = /^\d{6}$/.test(token);
  const delta = totpOf(Secret.fromBase32(secret)).validate({
    token: isShaped ? token : "000000",
    timestamp: now,
    window,
  });
  return delta === null || !isShaped ? undefined : stepAt(now) + delta;
}
