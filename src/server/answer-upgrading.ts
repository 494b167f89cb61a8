import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { probePaths } from "./http/probes.ts";
import { readTls } from "./http/tls.ts";
import type { Settings } from "./settings.ts";

const message = "The service is being upgraded. Nothing was done; try again in a few minutes.";

/** While tables are upgraded, which may take minutes: the process responds but cannot work. Whatever it is asked, and without the app. */
const answer: RequestListener = ({ url = "" }, response) => {
  const isProbe = probePaths.includes(url);
  response.writeHead(url === "/health" ? 200 : 503, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "10",
    connection: "close",
  });
  const refusal = { responseStatus: { errorCode: "ServiceUnavailable", message, errors: [] } };
  response.end(JSON.stringify(isProbe ? { status: "upgrading" } : refusal));
};

/** Listens until the returned function is called. Where it cannot, the app says why once it listens itself. */
export async function answerUpgrading(
  settings: Pick<Settings, "host" | "port" | "tlsCert" | "tlsKey">,
): Promise<() => Promise<void>> {
  const tls = await readTls(settings);
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  server.on("error", () => undefined);
  // An upgrade that fails ends the process.
  server.listen(settings.port, settings.host).unref();
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
