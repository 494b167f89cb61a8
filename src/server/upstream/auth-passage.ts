import { isRecord } from "#room/billing/json-record.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathsOf } from "#room/server/http/operation-routes.ts";
import { sendRefusal } from "#room/server/http/answer.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import type { KnownUser, KnownUsers } from "./known-users.ts";

/** Answers up to this size are inspected; no sign-in's answer is larger. */
const maxAnswer = 256 * 1024;

function membersOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    // Old hosts use the names of their classes: UserName, SessionId.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), member]),
    );
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

type Intent = "who" | "out" | "in";

function intentOf(request: FastifyRequest): { intent: Intent; userName: string | undefined } {
  const body = membersOf(Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "");
  const { params } = request;
  const named = isRecord(params) ? textOf(params["provider"]) : undefined;
  const provider = (textOf(body["provider"]) ?? named ?? "").trim().toLowerCase();
  const userName = textOf(body["userName"]);
  if (provider === "logout") return { intent: "out", userName };
  return { intent: provider === "" && userName === undefined ? "who" : "in", userName };
}

function signedIn(answer: string, fallback: string | undefined): KnownUser | undefined {
  const { userName, sessionId, responseStatus } = membersOf(answer);
  const status = membersOf(JSON.stringify(responseStatus ?? {}));
  const name = textOf(userName) ?? fallback;
  if (textOf(status["errorCode"]) !== undefined || name === undefined) return undefined;
  return { userName: name, sessionId: textOf(sessionId) };
}

/** Nothing in the request can name a session of the service; its cookie ss-opt says only how long one lasts. */
function namesNoSession({ body, headers, raw }: FastifyRequest, cookie: string | undefined): boolean {
  const isPlain = !(raw.url ?? "").includes("?") && Object.keys(membersOf(String(body ?? ""))).length === 0;
  const named = Object.keys(headers).some((name) => /^(?:authorization|x-ss-.*|x-api-key)$/.test(name));
  if (named || !isPlain) return false;
  return (cookie ?? "").split(";").every((pair) => /^\s*(?:ss-opt=.*)?$/.test(pair));
}

interface Service {
  /** Sends the same request to the service. Undefined if it has been answered already. */
  ask(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ status: number; text: string; cookies: string[] } | undefined>;
  cookiesOf(request: FastifyRequest): string | undefined;
  setCookies(request: FastifyRequest, reply: FastifyReply, cookies: readonly string[]): void;
}

/** Auth, passed through: remembers who signs in, for a service that cannot say it after a reload. */
export function addAuthPassage(app: FastifyInstance, service: Service, known: KnownUsers): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const cookie = service.cookiesOf(request);
    const { intent, userName } = intentOf(request);
    const answer = await service.ask(request, reply);
    if (!answer) return reply;
    const { status, text, cookies } = answer;
    if (intent === "out" || status === 401) service.setCookies(request, reply, known.forget(cookie));
    const isSmall = text.length <= maxAnswer;
    if (intent === "in" && status === 200 && isSmall) {
      const user = signedIn(text, userName);
      if (user) service.setCookies(request, reply, known.remember(user, cookies, cookie));
    }
    // A 400 means that the service accepts no empty Auth; a 401, that no one is signed in.
    const isUnsaid = intent === "who" && status >= 400 && status !== 401 && status < 500;
    const user = isUnsaid && known.find(cookie);
    if (user)
      return reply
        .code(200)
        .header("content-type", "application/json; charset=utf-8")
        .send({ ...user, responseStatus: {} });
    if (status === 400 && intent === "who" && namesNoSession(request, cookie))
      return sendRefusal(request, reply, notAuthenticated());
    return reply.code(status).send(text);
  };
  for (const url of pathsOf("authenticate")) app.post(url, serve);
}
