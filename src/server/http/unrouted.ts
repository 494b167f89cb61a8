import type { FastifyReply, FastifyRequest } from "fastify";
import { operationKeys } from "#room/contract/registry.ts";
import type { Settings } from "#room/server/settings.ts";
import { sendRefusal } from "./answer.ts";
import { checkCallback } from "./jsonp.ts";
import { pathsOf } from "./operation-routes.ts";
import { Refusal } from "./refusal.ts";

const allow = "POST, OPTIONS";

/** The path of a request without the query, decoded if possible. */
export function pathOf(request: FastifyRequest): string {
  const [path = "/"] = (request.raw.url ?? "/").split("?");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** As the router compares paths: in any case, without doubled slashes and a slash at the end. */
export function comparable(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
}

/** Answers an API path that has no POST route: OPTIONS, a wrong method, or an unknown operation. */
export function createUnroutedApi(settings: Settings) {
  const base = settings.basePath.toLowerCase();
  const known = new Set(
    operationKeys
      .flatMap(pathsOf)
      .filter((path) => !path.includes(":"))
      .map((path) => base + path.toLowerCase()),
  );
  const families = ["/json/reply/", "/json/syncreply/", "/api/"].map((prefix) => base + prefix);
  const provider = `${base}/auth/`;

  /** Whether a path belongs to the API, so that the console's page never answers it. */
  function owns(path: string): boolean {
    const lower = comparable(path);
    return (
      known.has(lower) ||
      isProvider(lower) ||
      families.some((family) => lower.startsWith(family) || lower === family.slice(0, -1))
    );
  }

  function isProvider(lower: string): boolean {
    return lower.startsWith(provider) && !lower.slice(provider.length).includes("/");
  }

  function answer(request: FastifyRequest, reply: FastifyReply, path: string) {
    const lower = comparable(path);
    checkCallback(request);
    const isKnown = known.has(lower) || isProvider(lower);
    const family = families.find((prefix) => lower.startsWith(prefix) && lower.length > prefix.length);
    if (!isKnown && family === undefined)
      return sendRefusal(request, reply, new Refusal(404, "NotFound", "There is nothing at this address."));
    reply.header("allow", allow);
    if (isKnown && request.method === "OPTIONS") return reply.code(204).send();
    if (!isKnown) {
      const message = "The operation does not exist for this service.";
      return sendRefusal(request, reply, new Refusal(405, "NotImplementedException", message));
    }
    const message = "This address takes POST.";
    return sendRefusal(request, reply, new Refusal(405, "NotImplementedException", message));
  }

  return { owns, answer };
}
