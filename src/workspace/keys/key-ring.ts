import type { Database } from "#room/workspace/storage/database.ts";
import { NotAllowed, WrongSecret } from "#room/workspace/browser/failures.ts";
import { guardKey, holdBySession, newDataKey, openGuarded, openHeld } from "./key-guard.ts";
import type { GuardedKey, Secret } from "./key-guard.ts";
import { keysOf } from "./vault.ts";
import type { Bytes, Keys } from "./vault.ts";
import type { Protection, UnlockWith } from "#room/workspace/workspace.ts";

/** The data key of one workspace: wrapped by a secret for good, and by the live session's id while that lasts. */
export class KeyRing {
  readonly #db: Database;
  #protection: Protection = "session";
  #sessionKey: string | undefined;
  /** While nothing but the session guards it: else a lock would lose what its owner is about to come back to. */
  #bare: Bytes | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  protection(): Protection {
    return this.#protection;
  }

  /** Throws WrongSecret when nothing at hand opens it. */
  async open(unlockWith: UnlockWith): Promise<Keys> {
    const guard = await this.#db.guard();
    const dataKey = guard
      ? await this.#openGuarded(guard, unlockWith)
      : await this.#openUnguarded(unlockWith);
    const { sessionKey } = unlockWith;
    this.#sessionKey = sessionKey;
    if (sessionKey !== undefined)
      await this.#db.putMeta("session", await holdBySession(dataKey, sessionKey, this.#db.name));
    const keys = await keysOf(dataKey);
    this.#bare = this.#protection === "session" ? dataKey : undefined;
    if (!this.#bare) dataKey.fill(0);
    return keys;
  }

  async #openGuarded(guard: GuardedKey, { secret, oldSecret, sessionKey }: UnlockWith): Promise<Bytes> {
    this.#protection = guard.kind;
    const place = this.#db.name;
    if (oldSecret) {
      const dataKey = await openGuarded(guard, oldSecret.text, place);
      if (secret) await this.#guardBy(dataKey, secret);
      return dataKey;
    }
    // A provider's users type a passphrase here, not the password that they signed in with elsewhere.
    if (secret) return openGuarded(guard, secret.text, place);
    return this.#openHeld(sessionKey);
  }

  async #openHeld(sessionKey: string | undefined): Promise<Bytes> {
    const held = await this.#db.held();
    if (!held || sessionKey === undefined) throw new WrongSecret();
    return openHeld(held, sessionKey, this.#db.name);
  }

  /** New, or kept so far by a session alone. What a session that is over held alone is lost, and known to be. */
  async #openUnguarded({ secret, sessionKey }: UnlockWith): Promise<Bytes> {
    const dataKey = await this.#heldOrNew(sessionKey);
    if (secret) await this.#guardBy(dataKey, secret);
    else if (sessionKey === undefined) throw new WrongSecret();
    return dataKey;
  }

  async #heldOrNew(sessionKey: string | undefined): Promise<Bytes> {
    if (this.#bare) return this.#bare;
    if (await this.#db.held()) {
      try {
        return await this.#openHeld(sessionKey);
      } catch (error) {
        if (!(error instanceof WrongSecret)) throw error;
      }
    }
    await this.#db.empty();
    return newDataKey();
  }

  async #guardBy(dataKey: Bytes, secret: Secret): Promise<void> {
    await this.#db.putMeta("guard", await guardKey(dataKey, secret, this.#db.name));
    this.#protection = secret.kind;
    this.#bare = undefined;
  }

  async setPassphrase(passphrase: string): Promise<void> {
    if (this.#sessionKey === undefined)
      throw new NotAllowed("A passphrase can be set only while a session is live");
    const dataKey = await this.#openHeld(this.#sessionKey);
    await this.#guardBy(dataKey, { kind: "passphrase", text: passphrase });
    dataKey.fill(0);
  }

  /** The session is over: only the secret opens from now on. */
  async forgetSession(): Promise<void> {
    this.#sessionKey = undefined;
    await this.#db.putMeta("session", undefined);
  }

  /** The use in this tab ends. */
  close(): void {
    this.#bare?.fill(0);
    this.#bare = undefined;
  }
}
