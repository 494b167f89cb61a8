import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { afterEach, beforeEach } from "vitest";
import { callOperation } from "./call-operation.ts";
import { CallFailure } from "./failures.ts";
import { defaultConfig } from "./config-members.ts";
import { setServiceConfig } from "./service-config.ts";
import { sessionEnds } from "./session-state.ts";

let server: Server;
/** The service's answer; set by each test. */
export const service: { answer: RequestListener } = { answer: (_request, reply) => void reply.end() };
export const seen: { url: string; body: string; headers: IncomingMessage["headers"] }[] = [];
const event = { eventId: "1", visitCharged: { visitId: "2", practiceId: "3", charges: [] }, audit: {} };

/** Each test of a file that calls it has the service to itself. */
export function serviceOfEach(): void {
  beforeEach(async () => {
    seen.length = 0;
    server = createServer(async (request, reply) => {
      let body = "";
      for await (const piece of request.setEncoding("utf8")) body += String(piece);
      seen.push({ url: request.url ?? "", body, headers: request.headers });
      service.answer(request, reply);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    setServiceConfig({ ...defaultConfig, apiBase: `http://127.0.0.1:${String(port)}` });
  });

  afterEach(async () => {
    sessionEnds();
    setServiceConfig(defaultConfig);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

export function give(status: number, body: string, headers: Record<string, string> = {}): void {
  service.answer = (_request, reply) => {
    reply
      .writeHead(status, { "Content-Type": "application/json", "X-Request-Id": "req-9", ...headers })
      .end(body);
  };
}

export async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallFailure)) throw new Error("No CallFailure was thrown", { cause: error });
  return error;
}

export const charge = (options = {}) => callOperation("chargeVisit", { AutoChargedEvent: event }, options);
