import { Secret, TOTP } from "otpauth";

/** Seconds that a code is shown for, as every authenticator app has it. */
const period = 30;
/** A code of the period before or after is taken too, for clocks that differ. */
const window = 1;

/** RFC 6238 as apps know it: SHA-1, six digits. */
function totpOf(secret: Secret, label = ""): TOTP {
  return new TOTP({ issuer: "Visit Charge Console", label, secret, algorithm: "SHA1", digits: 6, period });
}

/** A secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an app reads from a QR code. */
export function totpAddress(secret: string, userName: string): string {
  return totpOf(Secret.fromBase32(secret), userName).toString();
}

/** The time step that a code is of, where it is one of now. Takes as long whatever is given. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, "");
  const isShaped = /^\d{6}$/.test(token);
  const delta = totpOf(Secret.fromBase32(secret)).validate({
    token: isShaped ? token : "000000",
    timestamp: now,
    window,
  });
  return delta === null || !isShaped ? undefined : Math.floor(now / 1000 / period) + delta;
}
