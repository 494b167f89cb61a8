import { Refusal } from "#room/server/http/refusal.ts";

const bearer = { headers: { "www-authenticate": 'Bearer realm="programs"' } };

/** The refusal of a program's key, with its name for the audit log if it is known. */
export class KeyRefusal extends Refusal {
  readonly actor: string | undefined;

  private constructor(errorCode: string, message: string, actor?: string) {
    super(401, errorCode, message, bearer);
    this.actor = actor;
  }

  static unknown() {
    return new KeyRefusal(
      "KeyUnknown",
      "This key is not known here. Check that it was copied whole, and that it is for this server.",
    );
  }

  static ended(actor: string) {
    return new KeyRefusal(
      "KeyEnded",
      "This key was ended. An administrator can make another under API keys.",
      actor,
    );
  }

  static held(actor: string) {
    return new KeyRefusal(
      "KeyHeld",
      "This key was made before a backup was restored. An administrator can let it work again under API keys.",
      actor,
    );
  }

  static rotated(actor: string) {
    return new KeyRefusal(
      "KeyRotated",
      "This key was rotated, and the old secret no longer works. Send the new one.",
      actor,
    );
  }

  static expired(actor: string) {
    return new KeyRefusal(
      "KeyExpired",
      "This key has expired. An administrator can rotate it under API keys.",
      actor,
    );
  }

  static inCookie() {
    return new KeyRefusal(
      "KeyInCookie",
      "A program’s key is never accepted from a cookie. Send it as Authorization: Bearer or X-ss-id.",
    );
  }

  static throttled(seconds: number): Refusal {
    const minutes = Math.ceil(seconds / 60);
    const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
    return new Refusal(
      429,
      "TooManyRequests",
      `Too many unknown keys came from this address. Try again in ${wait}.`,
      { headers: { "retry-after": String(seconds) } },
    );
  }

  static inAddress(): Refusal {
    return new Refusal(
      400,
      "KeyInAddress",
      "The key is in the address, where logs and browser histories keep it. Nothing was done: rotate that key, and send it as Authorization: Bearer or X-ss-id.",
    );
  }
}
