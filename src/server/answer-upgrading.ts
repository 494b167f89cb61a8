import { Worker } from "node:worker_threads";
import { sideProgram } from "./aside/side-thread.ts";
import { readTls } from "./http/tls.ts";
import type { Settings } from "./settings.ts";
import type { UpgradingPlace } from "./upgrading-answerer.ts";

/**
 * In the place of the app while tables are upgraded, until the returned function is called: the process responds but
 * cannot work. In a thread, since SQLite copies and changes its tables on the thread that asks, some of it for minutes.
 * From source nothing listens.
 */
export async function answerUpgrading(
  settings: Pick<Settings, "host" | "port" | "tlsCert" | "tlsKey">,
  program = sideProgram("upgrading-answerer"),
): Promise<() => Promise<void>> {
  if (program === undefined) return async () => {};
  const { host, port } = settings;
  const place: UpgradingPlace = { host, port, tls: await readTls(settings) };
  const thread = new Worker(program, { workerData: place });
  thread.on("error", () => undefined);
  // An upgrade that fails ends the process.
  thread.unref();
  return async () => void (await thread.terminate());
}
