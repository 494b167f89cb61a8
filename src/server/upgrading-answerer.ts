// The thread of `answer-upgrading.ts`.
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { workerData } from "node:worker_threads";
import { probePaths } from "./http/probes.ts";

export interface UpgradingPlace {
  readonly host: string;
  readonly port: number;
  readonly tls: ServerOptions | undefined;
}

const message = "The service is being upgraded. Nothing was done; try again in a few minutes.";

const answer: RequestListener = (request, response) => {
  const [path = ""] = (request.url ?? "").toLowerCase().split(/\/?(?:\?|$)/);
  const isProbe = probePaths.includes(path);
  response.writeHead(path === "/health" ? 200 : 503, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "10",
    connection: "close",
  });
  const refusal = { responseStatus: { errorCode: "ServiceUnavailable", message, errors: [] } };
  // A caller that is still sending would not read it.
  request.resume().once("end", () => {
    response.end(JSON.stringify(isProbe ? { status: "upgrading" } : refusal));
  });
};

// From `answerUpgrading`, whose type says what it is.
const { host, port, tls }: UpgradingPlace = workerData;
const server = tls ? createTlsServer(tls, answer) : createServer(answer);
const listen = () => server.listen(port, host);
// The former version may still be stopping there; of another program the app says so once it cannot listen itself.
server.on("error", () => setTimeout(listen, 500));
listen();
