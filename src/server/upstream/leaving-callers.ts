import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { Agent, type Dispatcher } from "undici";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { onceReceived } from "#room/server/http/in-flight-bytes.ts";
import { comparable } from "#room/server/http/unrouted.ts";
import { pathsOf } from "#room/server/http/operation-routes.ts";

const readPaths = new Set(
  operationKeys
    .filter((key) => registry[key].effect === "read")
    .flatMap(pathsOf)
    .map(comparable),
);

/** Ends while its caller still waits for a read, never for a write: that may have been done. */
const callerGone = new AsyncLocalStorage<AbortSignal>();

/** As a preHandler: what is asked of the service for this request ends when its caller goes away. */
export function endWithCaller(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
  const [path = ""] = (request.raw.url ?? "").split("?");
  if (!readPaths.has(comparable(path))) {
    done();
    return;
  }
  const waiting = new AbortController();
  onceReceived(request, reply, () => waiting.abort());
  callerGone.run(waiting.signal, done);
}

type Answered = (error: Error | null, answer: Dispatcher.ResponseData<null>) => void;

/** Asks the service. Its certificate is checked, which the plugin's own agent does not do. */
export function askingAgent() {
  const agent = new Agent();
  const request = (options: Dispatcher.RequestOptions<null>, done: Answered) => {
    agent.request({ ...options, signal: callerGone.getStore() }, done);
  };
  // The plugin always passes a callback: the form that returns a promise is not used.
  return { request: request as Dispatcher["request"] };
}
