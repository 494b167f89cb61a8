import { NotAllowed, WrongSecret } from "#room/workspace/browser/failures.ts";
import {
  guardKey,
  holdBySession,
  newDataKey,
  openGuarded,
  openHeld,
  type GuardedKey,
  type Secret,
  type SessionHeldKey,
} from "./key-guard.ts";
import { holdByPasskey, openByPasskey, type PasskeyHeldKey, type PasskeySecret } from "./passkey-guard.ts";
import { keysOf, type Bytes, type Keys } from "./vault-keys.ts";

export interface UnlockWith {
  /** What the user just typed. Absent after a reload within the session, and for users without a password. */
  readonly secret?: Secret;
  /** The previous password, if it was changed elsewhere; asked for once. */
  readonly oldSecret?: Secret;
  /**
   * The passkey's secret, if the user just signed in with one. From now on it opens the workspace, whatever opened it
   * this time.
   */
  readonly passkey?: PasskeySecret;
  /** The current session's id: opens the workspace after a reload, and wraps the key from now on. */
  readonly sessionKey?: string;
}

/**
 * What protects the data key once the session has ended. `passkey`: only a passkey. `session`: nothing yet, so a
 * passphrase must be set.
 */
export type Protection = "password" | "passphrase" | "passkey" | "session";

export interface KeyStore {
  /** Binds a wrapped key to its place. */
  readonly name: string;
  guard(): Promise<GuardedKey | undefined>;
  held(): Promise<SessionHeldKey | undefined>;
  passkeys(): Promise<readonly PasskeyHeldKey[]>;
  putPasskeys(held: readonly PasskeyHeldKey[]): Promise<void>;
  putMeta(key: "guard" | "session", value: GuardedKey | SessionHeldKey | undefined): Promise<void>;
  /** Data under an older key is permanently unreadable: start over. */
  empty(): Promise<void>;
}

/** The data key of one workspace: wrapped permanently by a secret, and by the session's id while the session lasts. */
export class KeyRing {
  readonly #store: KeyStore;
  #protection: Protection = "session";
  #sessionKey: string | undefined;
  /** Kept while only the session protects it; otherwise locking would lose data its owner is about to return to. */
  #bare: Bytes | undefined;

  constructor(store: KeyStore) {
    this.#store = store;
  }

  protection(): Protection {
    return this.#protection;
  }

  /** Throws WrongSecret when none of the secrets opens it. */
  async open(unlockWith: UnlockWith): Promise<Keys> {
    const guard = await this.#store.guard();
    const passkeys = await this.#store.passkeys();
    this.#protection = guard?.kind ?? (passkeys.length > 0 ? "passkey" : "session");
    const dataKey =
      (await this.#openByPasskey(passkeys, unlockWith)) ??
      (guard ? await this.#openGuarded(guard, unlockWith) : await this.#openUnguarded(passkeys, unlockWith));
    const { sessionKey, passkey, secret } = unlockWith;
    // Until now only the passkey or the session opened it; from now on the password does too.
    if (!guard && secret) await this.#guardBy(dataKey, secret);
    if (passkey) await this.#keepPasskey(dataKey, passkeys, passkey);
    this.#sessionKey = sessionKey;
    if (sessionKey !== undefined)
      await this.#store.putMeta("session", await holdBySession(dataKey, sessionKey, this.#store.name));
    const keys = await keysOf(dataKey);
    this.#bare = this.#protection === "session" ? dataKey : undefined;
    if (!this.#bare) dataKey.fill(0);
    return keys;
  }

  async #openByPasskey(
    known: readonly PasskeyHeldKey[],
    { passkey }: UnlockWith,
  ): Promise<Bytes | undefined> {
    const held = passkey && known.find(({ id }) => id === passkey.id);
    return held && openByPasskey(held, passkey.text, this.#store.name);
  }

  async #keepPasskey(
    dataKey: Bytes,
    known: readonly PasskeyHeldKey[],
    passkey: PasskeySecret,
  ): Promise<void> {
    if (this.#protection === "session") this.#protection = "passkey";
    if (known.some(({ id }) => id === passkey.id)) return;
    const held = await holdByPasskey(dataKey, passkey, this.#store.name);
    await this.#store.putPasskeys([...known, held]);
  }

  async #openGuarded(guard: GuardedKey, { secret, oldSecret, sessionKey }: UnlockWith): Promise<Bytes> {
    const place = this.#store.name;
    if (oldSecret) {
      const dataKey = await openGuarded(guard, oldSecret.text, place);
      if (secret) await this.#guardBy(dataKey, secret);
      return dataKey;
    }
    // Users of an identity provider type a passphrase here, not the password they signed in with.
    if (secret) return openGuarded(guard, secret.text, place);
    return this.#openHeld(sessionKey);
  }

  async #openHeld(sessionKey: string | undefined): Promise<Bytes> {
    const held = await this.#store.held();
    if (!held || sessionKey === undefined) throw new WrongSecret();
    return openHeld(held, sessionKey, this.#store.name);
  }

  /**
   * For a new workspace, or one protected only by a session. If that session has ended, its data is lost, and the user
   * is told.
   */
  async #openUnguarded(
    passkeys: readonly PasskeyHeldKey[],
    { secret, sessionKey }: UnlockWith,
  ): Promise<Bytes> {
    // A passkey can open it, so nothing has to be discarded.
    if (passkeys.length > 0) return this.#openHeld(sessionKey);
    if (!secret && sessionKey === undefined) throw new WrongSecret();
    return this.#heldOrNew(sessionKey);
  }

  async #heldOrNew(sessionKey: string | undefined): Promise<Bytes> {
    if (this.#bare) return this.#bare;
    try {
      return await this.#openHeld(sessionKey);
    } catch (error) {
      if (!(error instanceof WrongSecret)) throw error;
    }
    await this.#store.empty();
    return newDataKey();
  }

  async #guardBy(dataKey: Bytes, secret: Secret): Promise<void> {
    await this.#store.putMeta("guard", await guardKey(dataKey, secret, this.#store.name));
    this.#protection = secret.kind;
    // Still in use while it opens; `open` wipes it then.
    if (this.#bare !== dataKey) this.#bare?.fill(0);
    this.#bare = undefined;
  }

  async setPassphrase(passphrase: string): Promise<void> {
    if (this.#sessionKey === undefined)
      throw new NotAllowed("A passphrase can be set only while you are signed in");
    const dataKey = await this.#openHeld(this.#sessionKey);
    await this.#guardBy(dataKey, { kind: "passphrase", text: passphrase });
    dataKey.fill(0);
  }

  /** Throws WrongSecret. A key not protected by the password is unchanged. */
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    const guard = await this.#store.guard();
    if (guard?.kind !== "password") return;
    const dataKey = await openGuarded(guard, oldPassword, this.#store.name);
    await this.#guardBy(dataKey, { kind: "password", text: newPassword });
    dataKey.fill(0);
  }

  /** The session has ended: from now on only the secret opens it. */
  async forgetSession(): Promise<void> {
    this.#sessionKey = undefined;
    await this.#store.putMeta("session", undefined);
  }

  close(): void {
    this.#bare?.fill(0);
    this.#bare = undefined;
  }
}
