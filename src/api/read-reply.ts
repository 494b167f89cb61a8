import * as z from "zod/mini";
import type { OperationKey, ResponseOf } from "#room/contract/registry.ts";
import { loadContract, contractNow } from "./contract.ts";
import {
  OperationRefused,
  UnreadableReply,
  type FailureOutcome,
  UnexpectedStatus,
  type Refusal,
} from "./failures.ts";
import { parseJson } from "./parse-json.ts";
import { requestIdOf } from "./request-id.ts";
import { inOurNames, isInClassNames } from "./our-names.ts";
import { parsePath } from "#room/contract/issues.ts";
import { responseStatus, type ResponseStatus } from "#room/contract/schemas/response-status.ts";

/** The body's text, up to `limit` bytes; the rest is not fetched. */
async function readLimited(answer: Response, limit: number): Promise<string> {
  const reader = answer.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  while (size < limit) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    const piece = value.subarray(0, limit - size);
    size += piece.length;
    text += decoder.decode(piece, { stream: true });
  }
  await reader.cancel().catch(() => undefined);
  return text;
}

const errorBody = z.looseObject({ responseStatus });
/** Enough for any error body; a gateway's page could be any size. Bytes. */
const errorLimit = 256 * 1024;

/** No service is waited for longer, whatever it asks for. */
const longestRetryMs = 3_600_000;

/** Parses seconds or an HTTP date into milliseconds from now. */
function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(longestRetryMs, Math.max(0, ms));
}

function refusalOf(status: number, body: ResponseStatus, retryAfterMs: number | undefined): Refusal {
  const issues = (body.errors ?? []).map(({ fieldName, errorCode, message }) => ({
    path: parsePath(fieldName ?? ""),
    code: errorCode ?? "",
    message: message ?? "",
  }));
  return {
    code: body.errorCode ?? "",
    message: body.message ?? issues[0]?.message ?? "",
    status,
    issues,
    retryAfterMs,
  };
}

/** The error that an answer names, whatever its status: some services answer errors with 200. */
function refusalIn(json: unknown, status: number, retryAfterMs?: number): Refusal | undefined {
  const body = z.safeParse(errorBody, json);
  return body.success && body.data.responseStatus.errorCode
    ? refusalOf(status, body.data.responseStatus, retryAfterMs)
    : undefined;
}

/**
 * What an error status means for a write. 429 and 503: the service accepts nothing now. 4xx: refused. Any other 5xx may
 * have been sent after the work was done.
 */
function outcomeOfStatus(key: OperationKey, status: number): FailureOutcome {
  if (status === 429 || status === 503) return "not-sent";
  if (status === 408) return contractNow()?.registry[key].effect === "read" ? "refused" : "unknown";
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

async function failureOf(key: OperationKey, answer: Response): Promise<Error> {
  const requestId = requestIdOf(answer);
  const retryAfterMs = retryAfterOf(answer.headers.get("Retry-After"), Date.now());
  const facts = { operation: key, requestId, outcome: outcomeOfStatus(key, answer.status) };
  const text = await readLimited(answer, errorLimit).catch(() => "");
  const refusal = refusalIn(inOurNames(parseJson(text)), answer.status, retryAfterMs);
  if (!refusal) return new UnexpectedStatus(answer.status, { ...facts, retryAfterMs });
  // Our server's code for a write during which the database connection was lost.
  const isUnknown = refusal.code === "OutcomeUnknown";
  // Refused for now: it may be sent once the user has a second factor, or a password of their own.
  const isLater = /^(?:SecondFactorSetUp|NewPassword)Needed$/.test(refusal.code);
  const outcome = isUnknown ? "unknown" : isLater ? "not-sent" : facts.outcome;
  return new OperationRefused(refusal, { ...facts, outcome });
}

/** Undefined when zod itself fails, as on a list with a hundred thousand issues. */
function parsedBy(schema: z.ZodMiniType, json: unknown) {
  try {
    return schema.safeParse(json);
  } catch {
    return undefined;
  }
}

/**
 * The answer validated by the contract. Throws OperationRefused, UnexpectedStatus or UnreadableReply. Errors while
 * reading the body pass through, because the caller knows whether they are a network failure or a timeout.
 */
export async function readReply<K extends OperationKey>(key: K, answer: Response): Promise<ResponseOf<K>> {
  if (!answer.ok) throw await failureOf(key, answer);
  const operation = (await loadContract()).registry[key];
  const facts = { operation: key, requestId: requestIdOf(answer) };
  const unread: FailureOutcome = operation.effect === "write" ? "unknown" : "refused";
  const given = parseJson(await answer.text());
  const json = isInClassNames(given) ? inOurNames(given) : given;
  const refusal = refusalIn(json, answer.status);
  if (refusal) {
    // It says that it failed, and that it did it.
    const isBoth = typeof json === "object" && json !== null && Reflect.get(json, "result") === true;
    throw new OperationRefused(refusal, { ...facts, outcome: isBoth ? unread : "refused" });
  }
  // Checked first: an answer that reports a fault may lack the other members.
  const fault: { code: string; message: string } | undefined = operation.faults.read(json);
  if (fault) {
    // A timeout reported by the service says nothing about what it had done by then.
    const outcome = fault.code === "hasRequestTimedOut" ? unread : "refused";
    throw new OperationRefused({ ...fault, status: answer.status, issues: [] }, { ...facts, outcome });
  }
  const whole = operation.faults.filled(json);
  const read = parsedBy(operation.response, whole);
  if (!read?.success) {
    const { faultsOf } = await import("#room/contract/find-issues.ts");
    const { issues } = faultsOf(operation.response, whole);
    throw new UnreadableReply({ ...facts, outcome: unread, issues });
  }
  // The cast follows the registry: this schema is for this operation's reply.
  return read.data as ResponseOf<K>;
}
