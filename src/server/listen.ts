import type { App } from "./http/base-app.ts";
import { type Settings, WrongSetting } from "./settings.ts";

function refusedPlace({ host, port }: Settings, code: unknown): string | undefined {
  switch (code) {
    case "EADDRINUSE":
      return `PORT is ${port}, which another program has already taken on ${host}.`;
    case "EACCES":
      return `PORT is ${port}, which this account may not take; those from 1024 on are open to all.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST is ${host}, which is no address of this machine.`;
    default:
      return undefined;
  }
}

/** Listens as the settings say, and returns the port. Throws a sentence that names the setting at fault. */
export async function listen(app: App, settings: Settings): Promise<number> {
  const { host, port } = settings;
  try {
    await app.listen({ host, port });
  } catch (error) {
    const sentence = error instanceof Error && "code" in error && refusedPlace(settings, error.code);
    throw sentence ? new WrongSetting(sentence, { cause: error }) : error;
  }
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
