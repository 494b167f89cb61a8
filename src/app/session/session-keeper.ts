import type { Credentials } from "#room/features/sign-in/sign-in-context.ts";
import type { ConsoleWorkspace } from "#room/features/workspace-context.ts";
import type { SessionBackend } from "./session-backend.ts";
import type { TabChannel, TabMessage } from "./tab-channel.ts";

/** Why the page is covered. */
export type CoverReason = "locked" | "idle" | "lost" | "elsewhere" | "other-user";

export type SessionState =
  | { at: "starting" }
  | { at: "signed-out" }
  /** The cookie lives, the key does not: the workspace asks for the password before any page is drawn. */
  | { at: "needs-secret"; userName: string; why: "reload" | "other-secret" }
  | { at: "open"; userName: string; workspace: ConsoleWorkspace; cover: CoverReason | undefined };

export interface SessionKeeperOptions {
  backend: SessionBackend;
  channel: TabChannel;
  /** Called in the same breath as the state changes, before anything is drawn. */
  onCover: (isCovered: boolean) => void;
  /** Loads the console anew at the sign-in page, so that nothing of this user stays in memory. */
  leave: (why: "signed-out" | "other-user") => void;
}

/** Holds who is signed in, their workspace, and whether the page is covered. One for each tab. */
export class SessionKeeper {
  #state: SessionState = { at: "starting" };
  /** How the person signed in, to go on the same way after a lock. Never the password. */
  #habit: Pick<Credentials, "rememberMe" | "way"> = { rememberMe: false, way: "credentials" };
  readonly #options: SessionKeeperOptions;
  readonly #listeners = new Set<() => void>();

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
    options.channel.listen((message) => void this.#hear(message));
  }

  readonly state = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes up the session that the cookie carries. Runs once; later calls answer at once. */
  async start(): Promise<SessionState> {
    if (this.#state.at !== "starting") return this.#state;
    const userName = await this.#options.backend.restore();
    if (userName === undefined) return this.#set({ at: "signed-out" });
    return this.#enter(userName, undefined);
  }

  /** From the sign-in page: the password also opens the workspace. */
  async signIn(credentials: Credentials): Promise<void> {
    const { backend, channel } = this.#options;
    const userName = await backend.signIn(credentials);
    this.#habit = { rememberMe: credentials.rememberMe, way: credentials.way };
    channel.tell({ kind: "signed-in", userName });
    await this.#enter(userName, credentials.password);
  }

  /** A provider has signed the person in: there is no password to open the workspace with. */
  async signedInBy(userName: string): Promise<void> {
    this.#options.channel.tell({ kind: "signed-in", userName });
    await this.#enter(userName, undefined);
  }

  /** The workspace asked for its secret before the first page: after a reload, or after a password change. */
  async openWith(secret: string): Promise<void> {
    if (this.#state.at === "needs-secret") await this.#enter(this.#state.userName, secret, true);
  }

  /** Covers the page at once, drops the key and ends the session at the service. Locks the other tabs too. */
  lock(reason: "locked" | "idle"): void {
    if (!this.#cover(reason)) return;
    this.#options.channel.tell({ kind: "locked" });
    this.#options.backend.endSession();
  }

  /** The service says that the session is over. */
  lose(): void {
    this.#cover("lost");
  }

  /** The same user goes on in place. Throws what the service refused, or WrongSecret after a password change. */
  async comeBack(password: string): Promise<void> {
    const state = this.#state;
    if (state.at !== "open") return;
    const { backend, channel } = this.#options;
    try {
      await backend.signIn({ userName: state.userName, password, ...this.#habit });
    } catch (error) {
      // Without a network the workspace itself tells a right password from a wrong one; work goes on in this browser.
      if (!isOffline(error)) throw error;
    }
    await this.unlock(password);
    if (backend.isSessionLive()) channel.tell({ kind: "signed-in", userName: state.userName });
  }

  /** The network is back, but the session is not: it takes the password once more. */
  networkIsBack(): void {
    if (!this.#options.backend.isSessionLive()) this.#cover("lost");
  }

  /** The session lives again; opens the workspace and takes the cover away. */
  async unlock(secret: string): Promise<void> {
    const state = this.#state;
    if (state.at !== "open") return;
    if (state.workspace.isLocked()) await this.#options.backend.unlock(state.workspace, secret);
    this.#uncover();
  }

  /** Ends the session in all tabs; this one forgets everything by loading anew. */
  async signOut(why: "signed-out" | "other-user" = "signed-out"): Promise<void> {
    const { backend, channel, leave } = this.#options;
    this.#cover("locked");
    channel.tell({ kind: "signed-out" });
    await backend.signOut();
    leave(why);
  }

  async #enter(userName: string, secret: string | undefined, isAsked = false): Promise<SessionState> {
    try {
      const workspace = await this.#options.backend.openWorkspace(userName, secret);
      if (workspace) return this.#set({ at: "open", userName, workspace, cover: undefined });
    } catch (error) {
      if (isAsked || !isWrongSecret(error)) throw error;
    }
    return this.#set({ at: "needs-secret", userName, why: secret === undefined ? "reload" : "other-secret" });
  }

  #cover(reason: CoverReason): boolean {
    const state = this.#state;
    if (state.at !== "open") return false;
    this.#options.onCover(true);
    const isFirst = state.cover === undefined;
    if (isFirst || reason === "other-user" || state.cover === "lost") this.#set({ ...state, cover: reason });
    // Drafts on their way to storage are written before the key goes; the cover does not wait for that.
    if (isFirst) void state.workspace.lock();
    return isFirst;
  }

  #uncover(): void {
    if (this.#state.at !== "open") return;
    this.#set({ ...this.#state, cover: undefined });
    this.#options.onCover(false);
  }

  async #hear(message: TabMessage): Promise<void> {
    if (message.kind === "locked") this.#cover("locked");
    if (message.kind === "signed-out") this.#cover("elsewhere");
    const state = this.#state;
    if (message.kind !== "signed-in" || state.at !== "open") return;
    if (message.userName !== state.userName) this.#cover("other-user");
    else if (state.cover) await this.#followOtherTab(state.userName);
  }

  /** The same user gave the password in another tab: the key is back in this browser, so this tab opens too. */
  async #followOtherTab(userName: string): Promise<void> {
    const { backend } = this.#options;
    const back = await backend.restore().catch(() => undefined);
    const state = this.#state;
    if (back !== userName || state.at !== "open") return;
    // The other tab may not have put the key back yet; then the password is asked for here too.
    if (state.workspace.isLocked()) await backend.unlock(state.workspace, undefined).catch(() => undefined);
    if (!state.workspace.isLocked()) this.#uncover();
  }

  #set(next: SessionState): SessionState {
    this.#state = next;
    for (const listener of this.#listeners) listener();
    return next;
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof Error && error.name === "NetworkFailure";
}

export function isWrongSecret(error: unknown): boolean {
  return error instanceof Error && error.name === "WrongSecret";
}
