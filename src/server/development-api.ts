import type { IncomingMessage, ServerResponse } from "node:http";
import { createApp } from "./app.ts";
import { createLog } from "./log.ts";
import { seedUsers } from "./sessions/seed-users.ts";
import { readSettings } from "./settings.ts";
import { openStore } from "./store/store.ts";

/** The API for `npm run dev`: the same app, with requests passed in by Vite instead of a port of its own. */
export async function openDevelopmentApi() {
  const settings = readSettings(process.env);
  const store = await openStore(settings.databaseUrl, settings);
  const log = createLog(settings);
  // Vite has already printed its own URL, which is not known here.
  const { lines } = await seedUsers(store, { ...settings, printFirstPassword: true }, new Date());
  for (const line of lines) process.stdout.write(`${line}\n`);
  const app = await createApp({ store, settings, log });
  await app.ready();
  return {
    handle: (request: IncomingMessage, response: ServerResponse) => app.routing(request, response),
    owns: (path: string) => app.ownsPath(path),
    async close() {
      await app.close();
      await store.close();
    },
  };
}
