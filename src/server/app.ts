import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { recountNightly, keepTrailDays } from "./nightly.ts";
import { forgetSignIns } from "./sessions/sign-in-attempts.ts";
import { BackupDownloads } from "./backup/backup-downloads.ts";
import { ChangeWatch } from "./change-watch.ts";
import { ClockWatch } from "./clock-watch.ts";
import { openAuditTrail } from "./audit/audit-trail.ts";
import { addDescription } from "./description/description-routes.ts";
import { handlers } from "./handlers.ts";
import { checkClinicClock } from "./handlers/check-clocks.ts";
import type { ServerParts } from "./handler.ts";
import { type App, type BaseOptions, createBaseApp } from "./http/base-app.ts";
import { addBodyReceiver } from "./http/receive-body.ts";
import { addOperationRoutes } from "./http/operation-routes.ts";
import { createKeyring } from "./keys/keyring.ts";
import { uploadKeptMs } from "./codes/import-code-files.ts";
import type { LookAround } from "./look-around.ts";
import { repeat } from "./repeat.ts";
import { openIdProvider } from "./sessions/openid-provider.ts";
import { openIdSettings } from "./sessions/openid-settings.ts";
import { createSessions } from "./sessions/sessions.ts";
import type { Store } from "./store/store.ts";

export interface AppOptions extends BaseOptions {
  readonly store: Store;
  readonly now?: () => Date;
  /** Counts operations for who watches the server. Called before any route is added. */
  readonly watch?: ((app: FastifyInstance) => void) | undefined;
  /** A newer version has upgraded the store: this process must end. */
  readonly outdated?: (() => void) | undefined;
  /** Called before what older versions have written is read anew, which may take minutes. */
  readonly onUpgrade?: (() => Promise<void>) | undefined;
  /** For an empty store, or for the demo shown in its place. */
  readonly lookAround?: LookAround | undefined;
}

/** How often expired data is deleted: ended sessions, old counters. */
const sweepEvery = 10 * 60_000;

/** The API, and the console if it is built, as an app without a port: calling `listen` is up to the caller. */
export async function createApp(options: AppOptions): Promise<App> {
  const { store, settings, log, firstRun, lookAround, now = () => new Date(), outdated = () => {} } = options;
  const audit = openAuditTrail({
    store,
    now,
    windowMs: settings.failureMinutes * 60_000,
    onFailure: (error) => log.error({ err: error }, "the audit log could not be written; this is retried"),
  });
  const sessions = createSessions({ store, settings, now });
  const openId = new Map(
    openIdSettings(settings).map((provider) => [provider.name, openIdProvider(provider)]),
  );
  const changes = new ChangeWatch({
    async changeNumber() {
      await store.visits.expireLeases(now().getTime());
      return store.visits.changeNumber();
    },
    changesAfter: (since) => store.visits.changesAfter(since),
    hearsOthers: () => store.hearsOthers(),
  });
  store.onVisitsChanged(() => changes.notify());
  await store.joinServers(outdated);
  const keys = createKeyring({ store, settings, now });
  const parts: ServerParts = {
    store,
    settings,
    now,
    clock: new ClockWatch(now),
    backups: new BackupDownloads(settings, join(import.meta.dirname, "backup.js")),
    sessions,
    keys,
    audit,
    openId,
    changes,
    firstRun,
    lookAround,
  };
  await store.visits.countByTheClock((from) => checkClinicClock(store, from));
  await store.visits.readHeldReasons();
  const unreadable = await store.events.itemize({
    onBegin: options.onUpgrade,
    onRead: (invoices) =>
      log.info({ invoices }, "invoices are read anew for the figures; it serves after that"),
  });
  if (unreadable.length > 0)
    log.error({ invoices: unreadable }, "the events of invoices cannot be read; figures by line lack them");
  const app = await createBaseApp({ ...options, ping: () => store.ping() });
  options.watch?.(app);
  addBodyReceiver(app, parts);
  addOperationRoutes(app, handlers, parts);
  addDescription(app, settings);

  const stopSweeping = repeat({
    async work() {
      audit.logRepeated();
      await parts.sessions.sweep();
      await forgetSignIns(store, now().getTime());
      await store.userLinks.forgetBefore(now().getTime() - settings.endedSessionDays * 24 * 3_600_000);
      await store.codes.forgetUploadedBefore(now().getTime() - uploadKeptMs);
      await store.throttle.forgetBefore(now().getTime() - settings.failureMinutes * 60_000);
    },
    firstMs: sweepEvery,
    pauseMs: () => sweepEvery,
    onFailure: (error) => log.warn({ err: error }, "expired rows could not be removed; this is retried"),
  });
  const stopClock = repeat({
    work() {
      const jump = parts.clock.look();
      if (jump) log.warn({ ms: jump.ms }, "the clock jumped: it was set, or the machine slept");
    },
    firstMs: 60_000,
    pauseMs: () => 60_000,
    onFailure: () => {},
  });
  let isOver = false;
  void store.messages
    .complete(() => isOver)
    .catch((error: unknown) => {
      if (!isOver)
        log.warn(
          { err: error },
          "older messages could not all be made ready for lists and search; the next start goes on",
        );
    });
  const stopRecount = recountNightly({ store, log });
  const stopRemoving = keepTrailDays({ store, settings, log, now });
  app.addHook("preClose", async () => {
    isOver = true;
    changes.close();
    for (const stop of [stopRecount, stopRemoving, stopClock]) void stop();
  });
  app.addHook("onClose", async () => {
    await stopSweeping();
    parts.backups.close();
    await audit.settled();
  });
  return app;
}
