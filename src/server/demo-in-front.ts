import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createApp } from "./app.ts";
import { demoEnvironment, demoPassword, fillDemo } from "./demo.ts";
import type { App, BaseOptions } from "./http/base-app.ts";
import { hasLookMark } from "./http/session-transport.ts";
import type { LookAround } from "./look-around.ts";
import { newSecret } from "./sessions/link-secret.ts";
import { seedUsers } from "./sessions/seed-users.ts";
import { readSettings, type Settings } from "./settings.ts";
import { openStore, type Store } from "./store/store.ts";

/**
 * The settings of `--demo`, with how this server is reached. It has none of the real keys and addresses, so nothing leaves
 * this process, and no program can charge.
 */
export function demoSettings(settings: Settings): Settings {
  const { host, port, basePath, allowedOrigins, publicUrl, trustProxy, allowPlainHttp, logLevel } = settings;
  const reached = { host, port, basePath, allowedOrigins, publicUrl, trustProxy, allowPlainHttp, logLevel };
  return { ...readSettings(demoEnvironment), ...reached };
}

type Parts = Pick<BaseOptions, "settings" | "log" | "consoleFolder">;

/** The demo shown for a while by a server with an empty store. */
export class DemoInFront implements LookAround {
  readonly #parts: Parts;
  readonly #mark = newSecret();
  #opening: Promise<void> | undefined;
  #shown: { readonly app: App; readonly store: Store } | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async begin(): Promise<{ userName: string; password: string; mark: string }> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    await this.#opening;
    return { userName: "casey", password: demoPassword, mark: this.#mark };
  }

  async #open(): Promise<void> {
    const settings = demoSettings(this.#parts.settings);
    const store = await openStore(settings.databaseUrl, settings);
    await seedUsers(store, settings, new Date());
    await fillDemo(store, new Date());
    const app = await createApp({ ...this.#parts, settings, store, isDemo: true, lookAround: this });
    await app.ready();
    this.#shown = { app, store };
  }

  isShown(): boolean {
    return this.#shown !== undefined;
  }

  answers(request: FastifyRequest, reply: FastifyReply): boolean {
    if (!this.#shown || !hasLookMark(request, this.#parts.settings, this.#mark)) return false;
    reply.hijack();
    const answered = once(reply.raw, "close").finally(() => this.#underWay.delete(answered));
    this.#underWay.add(answered);
    this.#shown.app.routing(request.raw, reply.raw);
    return true;
  }

  async end(): Promise<void> {
    const shown = this.#shown;
    this.#shown = undefined;
    this.#opening = undefined;
    if (!shown) return;
    await shown.app.close();
    await Promise.allSettled(this.#underWay);
    await shown.store.close();
  }
}
