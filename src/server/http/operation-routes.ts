import { textIn } from "#room/billing/json-record.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { faultsOf } from "#room/contract/find-issues.ts";
import { type OperationKey, operationKeys, registry } from "#room/contract/registry.ts";
import { rowOf, leaveRow, markOf } from "./leave-row.ts";
import type { DefinedHandler, Handlers } from "#room/server/define-handler.ts";
import { KeyRefusal } from "#room/server/keys/key-refusal.ts";
import { keyPrefix } from "#room/server/keys/keyring.ts";
import type { ServerParts } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { quickTestOf } from "#room/contract/quick-test.ts";
import { checkProof, notYetCodes, checkRight, refusedFor } from "./needed-right.ts";
import { type Access, accessOf, admit } from "./access.ts";
import { jsonOf, sendJson, streamCsv, streamJson } from "./answer.ts";
import { CallLimits } from "./call-limits.ts";
import { callerOfRequest, costlyCalls } from "./caller.ts";
import type { FairCalls } from "./fair-calls.ts";
import { answerLimits, fileLimits, InFlightBytes, onceReceived } from "./in-flight-bytes.ts";
import { keepRefusedEvent } from "./keep-refused.ts";
import { checkCallback } from "./jsonp.ts";
import { invalidRequest, LostMeanwhile, Refusal } from "./refusal.ts";
import { type BodyRule, LargeBody, RefusedBody } from "./receive-body.ts";
import { checkBodyHeaders, readBody } from "./request-body.ts";
import { contextOf, type RequestContext } from "./request-context.ts";
import { remoteAddressOf } from "./trusted-proxies.ts";

/** A handler's answer that violates its own contract: our bug, logged by path only. */
export class BrokenAnswer extends Error {}

export function pathsOf(key: OperationKey): string[] {
  const operation: { name: string; path?: string } = registry[key];
  // Not shown by the interface: the defaults of today's ServiceStack client, and of clients of the original's edition.
  const others = [`/api/${operation.name}`, `/json/syncreply/${operation.name}`];
  const paths = [`/json/reply/${operation.name}`, ...others];
  if (operation.path !== undefined) paths.push(operation.path);
  // Not shown by the interface: Auth also answers at the paths ServiceStack's clients use.
  if (key === "authenticate") paths.push("/auth", "/auth/:provider");
  return paths;
}

/** The provider may be named in the path: `/auth/credentials`. The body takes precedence. */
function withProvider(request: FastifyRequest, body: unknown): unknown {
  const { params } = request;
  if (typeof params !== "object" || params === null || !("provider" in params)) return body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Reflect.get(body, "provider") ? body : { ...body, provider: params.provider };
}

/** How much of an attachment is buffered while it is sent. */
const readAhead = 3 * 1024 ** 2;
/** Smaller answers are not counted until they are received. */
const countedFrom = 8 * 1024;
/** Of a larger event that was refused only the issues are stored. */
const keptWhole = 256 * 1024;

interface Served {
  readonly key: OperationKey;
  readonly handler: DefinedHandler<OperationKey>;
  readonly access: Access;
  readonly parts: ServerParts;
  readonly limits: CallLimits;
  readonly answers: InFlightBytes;
  readonly files: InFlightBytes;
  readonly costly: FairCalls;
  readonly acceptsRequest: (value: unknown) => boolean;
  readonly acceptsAnswer: (value: unknown) => boolean;
}

const never = () => false;

/** Throws the 400 that lists the issues. */
function checkedRequest({ key, acceptsRequest }: Served, body: unknown): unknown {
  if (acceptsRequest(body)) return body;
  const { request } = registry[key];
  const faults = faultsOf(request, body);
  if (faults.total > 0) throw invalidRequest(faults);
  return request.parse(body);
}

function checkedAnswer({ key, acceptsAnswer }: Served, answer: unknown): unknown {
  if (acceptsAnswer(answer)) return answer;
  const { response } = registry[key];
  const { issues } = faultsOf(response, answer);
  if (issues.length === 0) return response.parse(answer);
  const places = issues.map(({ path, code }) => `${path.join(".")} ${code}`);
  throw new BrokenAnswer(`The answer of ${key} breaks its contract: ${places.slice(0, 5).join(", ")}`);
}

function visitIn(body: unknown): string | undefined {
  const id = textIn(body, "visitId");
  return id === undefined ? undefined : canonicalGuid(id);
}

interface Refused {
  readonly session?: SessionInfo | undefined;
  /** The caller when there is no session: a program whose key is no longer valid. */
  readonly actor?: string | undefined;
  readonly body?: unknown;
}

/** Refused callers are in the trail too: by operation, and once per window with a count. */
async function noteRefused(
  { key, parts: { audit, settings } }: Served,
  request: FastifyRequest,
  { session, actor = session?.userName, body }: Refused = {},
): Promise<void> {
  const { name } = registry[key];
  // The visit a user asked for: shows users who try one id after another.
  const visit = session && visitIn(body);
  const subject = visit === undefined ? name : `${name}, visit:${visit}`;
  const remoteAddress = remoteAddressOf(request, settings);
  const note = { actor, subject, remoteAddress, session: markOf(session, undefined) };
  await audit.noteRepeated({ action: "access refused", ...note }).catch(() => undefined);
}

/** Auth records its own refusals, since it knows what was tried. */
function isAccessRefused(error: unknown, { key }: Served): boolean {
  return (
    registry[key].session !== "none" &&
    error instanceof Refusal &&
    !(error instanceof LostMeanwhile) &&
    !notYetCodes.has(error.errorCode) &&
    (error.status === 401 || error.status === 403)
  );
}

async function handle(served: Served, body: unknown, context: RequestContext) {
  const { key, handler, limits, costly } = served;
  const checked = checkedRequest(served, body);
  if (handler.perMinute !== "unbounded") {
    const { remoteAddress: address, session } = context;
    limits.take(key, handler.perMinute, { request: checked, session: markOf(session, checked), address });
  }
  // The request was validated with the schema of the handler's key, which the compiler cannot follow.
  const parsed = checked as never;
  const refused = await refusedFor(key, parsed, context);
  if (refused) return { checked, answer: refused };
  const answer = async () => handler.handle(parsed, context);
  if (!handler.isCostly) return { checked, answer: await answer() };
  const caller = await callerOfRequest(checked, context);
  return { checked, answer: await costly.run(caller, answer, context.callerGone) };
}

function isKeptWhole(bytes: unknown): boolean {
  return !Buffer.isBuffer(bytes) || bytes.length <= keptWhole;
}

interface Call {
  readonly served: Served;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: RequestContext;
  readonly checked: unknown;
}

async function send({ served, request, reply, context, checked }: Call, answer: unknown): Promise<void> {
  const { session } = context;
  const json = jsonOf(checkedAnswer(served, answer));
  const size = json.length + (context.laterTexts ? readAhead : 0);
  if (size >= countedFrom)
    onceReceived(request, reply, served.answers.hold(await callerOfRequest(checked, context), size));
  if (context.file)
    onceReceived(request, reply, served.files.hold(await callerOfRequest(checked, context), 1));
  // Request and answer are of that key, as above.
  const of = { request: checked as never, answer: answer as never };
  const row = rowOf(served.key, served.handler.audit, of);
  if (row) await leaveRow(served, row, { request: checked, session, address: context.remoteAddress });
  if (context.file) streamCsv(reply, context.file);
  else if (context.laterTexts) streamJson(request, reply, json, context.laterTexts);
  else sendJson(request, reply, 200, json);
}

/** Serves one request of one operation, from headers to answer. Throws a Refusal for anything invalid. */
async function serve(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { key, access, parts } = served;
  const { isUse } = served.handler;
  if (request.raw.url?.includes(keyPrefix)) throw KeyRefusal.inAddress();
  checkCallback(request);
  checkBodyHeaders(request);
  let session: SessionInfo | undefined;
  try {
    session = await admit(request, { access, isUse }, parts);
    if (session?.key) served.limits.takeOfKey(session.key.keyId);
    if (session) {
      checkRight(key, session);
      checkProof(key, session, parts.now().getTime());
    }
  } catch (error) {
    const actor = error instanceof KeyRefusal ? error.actor : undefined;
    if (isAccessRefused(error, served)) await noteRefused(served, request, { session, actor });
    throw error;
  }
  const came = request.body;
  if (came instanceof RefusedBody) throw came.cause;
  const bytes = came instanceof LargeBody ? came.bytes : came;
  const body = readBody(bytes);
  const context = contextOf(request, reply, parts, session);
  const { checked, answer } = await handle(served, withProvider(request, body), context).catch(
    async (error: unknown) => {
      if (isAccessRefused(error, served)) await noteRefused(served, request, { session, body });
      const repeated =
        error instanceof Refusal && error.status === 400 && (await served.handler.repeat?.(body, context));
      if (repeated) return { checked: body, answer: repeated };
      if (key === "chargeVisit" && error instanceof Refusal)
        await keepRefusedEvent({ body, isWhole: isKeptWhole(bytes) }, error, context);
      throw error;
    },
  );
  await send({ served, request, reply, context, checked }, answer);
}

/** Serves a request and releases its body once the answer is ready. */
async function serveAndLetGo(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await serve(served, request, reply);
  } catch (error) {
    reply.send(error);
  } finally {
    if (request.body instanceof LargeBody) request.body.release();
    request.body = undefined;
  }
}

export function addOperationRoutes(app: FastifyInstance, handlers: Handlers, parts: ServerParts): void {
  const { settings } = parts;
  const limits = new CallLimits(settings);
  const answers = new InFlightBytes(answerLimits);
  const files = new InFlightBytes(fileLimits);
  const costly = costlyCalls();
  for (const key of operationKeys) {
    // The handler for its own key; `serve` passes it what that key's schema validated.
    const handler = handlers[key] as DefinedHandler<OperationKey>;
    const served: Served = {
      key,
      handler,
      access: accessOf(key, handler, settings),
      parts,
      limits,
      answers,
      files,
      costly,
      acceptsRequest: quickTestOf(registry[key].request) ?? never,
      acceptsAnswer: quickTestOf(registry[key].response) ?? never,
    };
    const rule: BodyRule = {
      limit: settings[handler.body],
      access: served.access,
      holdsKey: registry[key].session === "body",
    };
    for (const path of pathsOf(key)) {
      app.route({
        method: "POST",
        url: settings.basePath + path,
        config: { body: rule, operation: registry[key].name },
        // Of a promise Fastify would expect the answer.
        handler: (request, reply) => void serveAndLetGo(served, request, reply),
      });
    }
  }
}
