import { Listeners } from "#room/signals/listeners.ts";
import type { Credentials } from "#room/features/sign-in/sign-in-context.ts";
import type { SignInHabit } from "#room/features/sign-in/sign-in-habit.ts";
import type { GivenSecrets } from "#room/app/workspace/open-console-workspace.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { SessionBackend } from "./session-backend.ts";
import type { TabChannel, TabMessage } from "./tab-channel.ts";

export type SignOutReason = "signed-out" | "other-user";

/** Why the page is covered. */
export type CoverReason = "locked" | "idle" | "lost" | "elsewhere" | "other-user" | "unreached";

/**
 * The secret to ask for: the password; the previous one, when the service accepted the new one and the workspace did
 * not; the passphrase of a user who signs in without a password; the password, after a passkey sign-in that does not
 * open the workspace yet; that passkey; or a sign-in by identity provider or passkey.
 */
export type Ask = "password" | "old-password" | "passphrase" | "own-password" | "passkey" | "provider";

export type SessionState =
  | { at: "starting" }
  | { at: "signed-out" }
  /** The session exists but the key does not: the secret is asked for before any page is rendered. */
  | { at: "needs-secret"; userName: string; ask: Ask }
  | { at: "open"; userName: string; workspace: Workspace; cover: CoverReason | undefined; ask: Ask };

export interface SessionKeeperOptions {
  backend: SessionBackend;
  channel: TabChannel;
  /** Called synchronously with the state change, before anything is rendered. */
  onCover: (isCovered: boolean) => void;
  /** Lets the pages save pending changes. */
  saveNow: () => Promise<void>;
  /** Reloads the console, so that nothing of this user stays in memory. `unsent`: while something was waiting to be sent. */
  leave: (why: SignOutReason | "unsent" | "reload", goTo?: string) => void;
}

export class SessionKeeper {
  #state: SessionState = { at: "starting" };
  /** How the user signed in, to offer the same way after a lock. Never the password. */
  #habit: SignInHabit;
  /** The password the service accepted while the workspace still asks for the previous one; then forgotten. */
  #taken: string | undefined;
  /** The secret of the passkey they signed in with: it opens the workspace from the next time on. */
  #passkey: GivenSecrets["passkey"];
  #locking: Promise<unknown> = Promise.resolve();
  readonly #options: SessionKeeperOptions;
  readonly #listeners = new Listeners();

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
    this.#habit = options.backend.recallHabit();
    options.channel.listen((message) => void this.#receive(message));
  }

  readonly state = (): SessionState => this.#state;

  readonly subscribe = this.#listeners.add;

  /** Resumes the session of the cookie. Runs once; later calls return immediately. */
  async start(): Promise<SessionState> {
    if (this.#state.at !== "starting") return this.#state;
    const userName = await this.#options.backend.restore();
    return userName === undefined ? this.#set({ at: "signed-out" }) : this.#enter(userName, {});
  }

  /** From the sign-in page, or when the password is asked for before the first page: also opens the workspace. */
  async signIn(credentials: Credentials): Promise<void> {
    const { backend } = this.#options;
    const userName = await backend.signIn(credentials);
    this.#habit = { rememberMe: credentials.rememberMe, way: credentials.way };
    backend.keepHabit(this.#habit);
    await this.#arrive(userName, { secret: credentials.password });
  }

  /** A provider or passkey signed the user in: there is no password to open the workspace with. */
  async signedInBy(userName: string, given: GivenSecrets = {}): Promise<void> {
    const state = this.#state;
    if (state.at !== "open") return this.#arrive(userName, given);
    this.#options.channel.post({ kind: "signed-in", userName });
    if (state.userName !== userName) this.#cover("other-user");
    else await this.#openOrAsk(given);
  }

  /** The requested passkey, if it has a secret. Throws WrongSecret. */
  async givePasskey(passkey: GivenSecrets["passkey"]): Promise<void> {
    const secret = this.#taken;
    if (passkey) await this.#open(secret === undefined ? { passkey } : { passkey, secret });
  }

  /** Covers the page immediately, drops the key and ends the session at the service. Locks the other tabs too. */
  lock(reason: "locked" | "idle"): void {
    if (!this.#cover(reason)) return;
    this.#options.channel.post({ kind: "locked" });
    this.#options.backend.endSession();
  }

  /** The service, or the workspace in another tab, says that the session has ended. */
  lose(): void {
    this.#cover("lost");
  }

  /** The network is back, but the session is not: the password is needed again. */
  networkIsBack(): void {
    if (!this.#options.backend.isSessionLive()) this.#cover("lost");
  }

  /** Submits the secret. Throws what the service refused, or WrongSecret; the state says what is next. */
  async give(secret: string): Promise<void> {
    const state = this.#state;
    if (state.at !== "open" && state.at !== "needs-secret") return;
    if (state.ask === "password") await this.#givePassword(state.userName, secret);
    else if (state.ask === "own-password") await this.#open({ secret, ...this.#held() });
    else if (state.ask === "passphrase") await this.#open({ secret, isPassphrase: true, ...this.#held() });
    else if (state.ask === "old-password" && this.#taken !== undefined) {
      await this.#open({ secret: this.#taken, oldSecret: secret });
    }
  }

  /** Discards what a forgotten password protects. Only for the user signed in at the service; throws when unreachable. */
  async startClean(): Promise<void> {
    const state = this.#state;
    if (state.at !== "open" && state.at !== "needs-secret") return;
    if ((await this.#options.backend.restore()) !== state.userName)
      return state.at === "open" ? this.lose() : this.#ask("password");
    await this.#options.backend.erase(state.userName);
    this.#options.leave("reload");
  }

  /** How much of the outbox is not confirmed as sent, without what the user holds. */
  unsent(): number {
    if (this.#state.at !== "open") return 0;
    const { waiting, sending, unanswered = 0 } = this.#state.workspace.outbox.status();
    return waiting + sending + unanswered;
  }

  /** Ends the session in all tabs, or on all devices; this tab forgets everything by reloading. */
  async signOut(why: SignOutReason = "signed-out", everywhere = false): Promise<void> {
    const { backend, channel, leave } = this.#options;
    const end = this.unsent() > 0 ? "unsent" : why;
    this.#cover("locked");
    channel.post({ kind: "signed-out" });
    const { isReported, reported } = await backend.signOut(everywhere);
    // Recent typing is still being written to disk.
    await this.#locking;
    if (isReported) return leave(end, await reported);
    // The cookie may still be valid: leaving now would only look like being signed out.
    this.#cover("unreached");
    const isStill = () => this.#state.at === "open" && this.#state.cover === "unreached";
    void reported.then((goTo) => (isStill() ? leave(end, goTo) : undefined));
  }

  /**
   * Announced twice: immediately, so that tabs of another user are covered, and when the key is ready, for the same
   * user's.
   */
  async #arrive(userName: string, given: GivenSecrets): Promise<void> {
    const { channel } = this.#options;
    channel.post({ kind: "signed-in", userName });
    await this.#enter(userName, given);
    channel.post({ kind: "signed-in", userName });
  }

  async #givePassword(userName: string, password: string): Promise<void> {
    const { backend, channel } = this.#options;
    try {
      await backend.signIn({ userName, password, ...this.#habit });
    } catch (error) {
      // Offline, the workspace itself checks the password; work continues in this browser.
      if (!isNamed(error, "NetworkFailure")) throw error;
      await this.#open({ secret: password });
      return;
    }
    try {
      await this.#open({ secret: password });
    } catch (error) {
      if (!isWrongSecret(error)) throw error;
      this.#taken = password;
      this.#ask("old-password");
      return;
    }
    channel.post({ kind: "signed-in", userName });
  }

  readonly #held = () => (this.#passkey ? { passkey: this.#passkey } : {});

  /** After a passkey sign-in: asks in place for whatever else opens the workspace. */
  async #openOrAsk(given: GivenSecrets): Promise<void> {
    try {
      await this.#open(given);
    } catch (error) {
      if (!isWrongSecret(error)) throw error;
      this.#passkey = given.passkey;
      const protection = this.#state.at === "open" ? this.#state.workspace.protection() : "session";
      if (protection === "session") this.#options.leave("reload");
      else this.#ask(protection === "password" ? "own-password" : protection);
    }
  }

  async #open(given: GivenSecrets): Promise<void> {
    const state = this.#state;
    const { backend } = this.#options;
    if (state.at === "needs-secret") {
      const workspace = await backend.openWorkspace(state.userName, given);
      this.#taken = undefined;
      this.#passkey = undefined;
      this.#set({ at: "open", userName: state.userName, workspace, cover: undefined, ask: "password" });
    }
    if (state.at !== "open") return;
    // An earlier lock must not drop the new key.
    await this.#locking;
    if (state.workspace.isLocked()) await backend.unlock(state.workspace, given);
    this.#taken = undefined;
    this.#passkey = undefined;
    this.#uncover();
  }

  async #enter(userName: string, given: GivenSecrets): Promise<SessionState> {
    const { backend } = this.#options;
    try {
      const workspace = await backend.openWorkspace(userName, given);
      return this.#set({ at: "open", userName, workspace, cover: undefined, ask: "password" });
    } catch (error) {
      if (!isWrongSecret(error)) throw error;
    }
    const guard = await backend.guardOf(userName);
    this.#taken = given.secret;
    this.#passkey = given.passkey;
    const isByPassword = given.secret !== undefined && guard !== "passkey";
    const ofGuard = guard === "passphrase" || guard === "passkey" ? guard : "password";
    const ask = ofGuard === "password" && given.isByPasskey ? "own-password" : ofGuard;
    return this.#set({ at: "needs-secret", userName, ask: isByPassword ? "old-password" : ask });
  }

  #cover(reason: CoverReason): boolean {
    const state = this.#state;
    if (state.at !== "open") return false;
    this.#options.onCover(true);
    const isFirst = state.cover === undefined;
    const ask = state.workspace.protection() === "password" ? "password" : "provider";
    const isOther = reason === "other-user" || reason === "unreached" || state.cover === "lost";
    // A user asked for the second secret proved the first in a session that has ended.
    if (isFirst || isOther || ask !== state.ask)
      this.#set({ ...state, cover: isFirst || isOther ? reason : state.cover, ask });
    if (isFirst) this.#locking = this.#dropKey(state.workspace);
    return isFirst;
  }

  /** Pending changes are passed to the workspace first; later writes wait until the key is back. */
  async #dropKey(workspace: Workspace): Promise<void> {
    await this.#options.saveNow();
    await workspace.lock().catch(() => undefined);
  }

  #uncover(): void {
    if (this.#state.at !== "open" || this.#state.cover === undefined) return;
    this.#set({ ...this.#state, cover: undefined });
    this.#options.onCover(false);
  }

  #ask(ask: Ask): void {
    if (this.#state.at === "open" || this.#state.at === "needs-secret") this.#set({ ...this.#state, ask });
  }

  async #receive(message: TabMessage): Promise<void> {
    if (message.kind === "locked") this.#cover("locked");
    if (message.kind === "signed-out") this.#cover("elsewhere");
    const state = this.#state;
    if (message.kind !== "signed-in" || state.at !== "open") return;
    if (message.userName !== state.userName) this.#cover("other-user");
    else if (state.cover) await this.#followOtherTab(state.userName, state.workspace);
  }

  /** The same user is back in another tab: the session's key is in this browser again, so this tab opens too. */
  async #followOtherTab(userName: string, workspace: Workspace): Promise<void> {
    const { backend, leave } = this.#options;
    this.#habit = backend.recallHabit();
    try {
      if ((await backend.restore()) !== userName) return;
      await this.#open({});
    } catch (error) {
      if (!isWrongSecret(error)) return;
      const protection = workspace.protection();
      if (protection === "passphrase" || protection === "passkey") this.#ask(protection);
      // Only the ended session protected it: its data is lost, and reloading says so.
      if (protection === "session") leave("reload");
    }
  }

  #set(next: SessionState): SessionState {
    this.#state = next;
    this.#listeners.tell();
    return next;
  }
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;
export const isWrongSecret = (error: unknown) => isNamed(error, "WrongSecret");
