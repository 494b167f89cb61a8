import { Refusal, tooMany } from "#room/server/http/refusal.ts";

const bearer = { headers: { "www-authenticate": 'Bearer realm="programs"' } };

const words = {
  KeyUnknown: "This key is not known here. Check that it was copied whole, and that it is for this server.",
  KeyEnded: "This key was ended. An administrator can make another under API keys.",
  KeyHeld:
    "This key was made before a backup was restored. An administrator can let it work again under API keys.",
  KeyRotated: "This key was rotated, and the old secret no longer works. Send the new one.",
  KeyExpired: "This key has expired. An administrator can rotate it under API keys.",
  KeyInCookie:
    "A program’s key is never accepted from a cookie. Send it as Authorization: Bearer or X-ss-id.",
} as const;

/** The refusal of a program's key, with its name for the audit log if it is known. */
export class KeyRefusal extends Refusal {
  readonly actor: string | undefined;

  constructor(errorCode: keyof typeof words, actor?: string) {
    super(401, errorCode, words[errorCode], bearer);
    this.actor = actor;
  }

  static throttled(seconds: number): Refusal {
    return tooMany(seconds, "Too many unknown keys came from this address.");
  }

  static inAddress(): Refusal {
    return new Refusal(
      400,
      "KeyInAddress",
      "The key is in the address, where logs and browser histories keep it. Nothing was done: rotate that key, and send it as Authorization: Bearer or X-ss-id.",
    );
  }
}
