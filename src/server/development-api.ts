import type { IncomingMessage, ServerResponse } from "node:http";
import { createApp } from "./app.ts";
import { createLog } from "./log.ts";
import { DemoInFront } from "./demo-in-front.ts";
import { FirstRun } from "./sessions/first-run.ts";
import { seedUsers } from "./sessions/seed-users.ts";
import { readSettings } from "./settings.ts";
import { openStore } from "./store/store.ts";

/** The API for `npm run dev`: the same app, with requests passed in by Vite instead of a port of its own. */
export async function openDevelopmentApi() {
  const settings = readSettings(process.env);
  const store = await openStore(settings.databaseUrl, settings);
  const log = createLog(settings);
  const { lines, isEmpty } = await seedUsers(store, settings, new Date());
  const firstRun = isEmpty ? await FirstRun.begin(store, new Date()) : undefined;
  const lookAround = firstRun && new DemoInFront({ settings, log });
  // Vite has already printed its own URL, which is not known here.
  const setUp = firstRun
    ? [`Nobody can sign in yet. Set up your clinic at Vite's address with /welcome#${firstRun.secret}`]
    : [];
  for (const line of [...lines, ...setUp]) process.stdout.write(`${line}\n`);
  const app = await createApp({ store, settings, log, firstRun, lookAround });
  await app.ready();
  return {
    handle: (request: IncomingMessage, response: ServerResponse) => app.routing(request, response),
    owns: (path: string) => app.ownsPath(path),
    async close() {
      await lookAround?.end();
      await app.close();
      await firstRun?.end();
      await store.close();
    },
  };
}
