import type { Store } from "#room/server/store/store.ts";
import { hashOfSecret, newSecret } from "./link-secret.ts";

/** One that its process did not take back, since it was killed, opens nothing on others after this. */
const goodForMs = 24 * 3_600_000;

type FirstRunStore = Pick<Store, "firstRunSecrets" | "runAlone" | "users">;

/**
 * The secret that a server with an empty store prints, with which the first administrator is created: on any process of
 * this store, until it is used or its process stops.
 */
export class FirstRun {
  readonly secret = newSecret();
  readonly #ownHash = hashOfSecret(this.secret);
  readonly #store: FirstRunStore;
  #isWaiting = true;

  private constructor(store: FirstRunStore) {
    this.#store = store;
  }

  static async begin(store: FirstRunStore, now: Date): Promise<FirstRun> {
    const firstRun = new FirstRun(store);
    await store.firstRunSecrets.add(firstRun.#ownHash, now.getTime());
    return firstRun;
  }

  /** Until the first administrator is created, here or on another process. */
  async isWaiting(): Promise<boolean> {
    if (this.#isWaiting && (await this.#store.users.count()) > 0) this.#isWaiting = false;
    return this.#isWaiting;
  }

  async isOpenedBy(secret: string, now: Date): Promise<boolean> {
    if (!(await this.isWaiting())) return false;
    const secretHash = hashOfSecret(secret);
    const madeAt = await this.#store.firstRunSecrets.madeAt(secretHash);
    if (madeAt === undefined) return false;
    return secretHash === this.#ownHash || now.getTime() - madeAt < goodForMs;
  }

  /** Runs the creation of the first administrator: one attempt at a time on all processes. */
  use<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#store.runAlone("first-run", work);
  }

  /** Its process stops. */
  async end(): Promise<void> {
    await this.#store.firstRunSecrets.forget(this.#ownHash);
  }
}
