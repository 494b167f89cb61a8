import { contractNow, loadContract } from "./contract.ts";
import type { OperationKey, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { UnexpectedStatus, type FailureOutcome } from "./failures.ts";
import { isNobodyThere } from "./person-signs.ts";
import type * as Replies from "./read-reply.ts";
import { requestIdOf } from "./request-id.ts";
import { noteServiceTime } from "./service-clock.ts";
import { nameExtensions, serviceConfig } from "./service-config.ts";
import { currentSessionKey, sessionState, userNameOf } from "./session-state.ts";

export interface CallOptions<K extends OperationKey> {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds from sending to the last byte of the answer; each operation has its own default. */
  readonly timeoutMs?: number | undefined;
  /** Called when the request is handed to the network: from here on it may reach the service. */
  readonly onSending?: (() => void) | undefined;
  /** Called for every answer, before its body is read. */
  readonly onAnswer?: ((answer: { status: number; requestId: string | undefined }) => void) | undefined;
  /** `wait` (default): after the session is lost, wait for the same user to sign in again, then send once more. */
  readonly whenSessionLost?: "wait" | "fail" | undefined;
  /** Sent even while the page is being closed. */
  readonly keepalive?: boolean | undefined;
  /** Reads an answer that is a file instead of JSON. */
  readonly readFile?: ((answer: Response) => Promise<void>) | undefined;
  /** Writes the body instead of JSON.stringify, for requests too large for one task. */
  readonly encode?: ((request: RequestOf<K>) => BodyInit | Promise<BodyInit>) | undefined;
}

/** For the first call, which loads the contract; later ones use their operation's own. Milliseconds. */
export const firstLimit = 20_000;

/** The messaging operations have the session in the body (interface 5); pages never see it. */
function withSession<K extends OperationKey>(key: K, request: RequestOf<K>): RequestOf<K> {
  if (contractNow()?.registry[key].session !== "body") return request;
  const session = { loggedInUser: userNameOf(sessionState()), sessionKey: currentSessionKey() };
  // First, because the service refuses large messages from unidentified callers.
  return { ...session, ...request, ...session, emailServiceType: "DirectMessage" };
}

export function isOffline(): boolean {
  return typeof navigator !== "undefined" && "onLine" in navigator && navigator.onLine === false;
}

/** The outcome without an answer: a write may have been accepted; a read changed nothing. */
export function outcomeWithoutAnswer(key: OperationKey): FailureOutcome {
  return contractNow()?.registry[key].effect === "read" ? "not-sent" : "unknown";
}

function bodyOf<K extends OperationKey>(
  key: K,
  request: RequestOf<K> | string,
  { encode }: CallOptions<K>,
): BodyInit | Promise<BodyInit> {
  if (typeof request === "string") return request;
  const filled = withSession(key, request);
  return encode ? encode(filled) : JSON.stringify(filled);
}

let replies: typeof Replies | undefined;

/** The code that reads answers is loaded with the contract, before anything is sent, but after the sign-in page. */
async function firstContract() {
  const [contract, reading] = await Promise.all([loadContract(), import("./read-reply.ts")]);
  nameExtensions();
  replies = reading;
  return { contract, ...reading };
}

function contractAtHand() {
  const contract = contractNow();
  return contract && replies && { contract, ...replies };
}

export async function post<K extends OperationKey>(
  key: K,
  request: RequestOf<K> | string,
  options: CallOptions<K>,
  signal: AbortSignal,
): Promise<ResponseOf<K>> {
  const { onSending, onAnswer } = options;
  const { contract, readReply } = contractAtHand() ?? (await firstContract());
  const written = bodyOf(key, request, options);
  // A body that is ready is sent in the same task.
  const body = written instanceof Promise ? await written : written;
  signal.throwIfAborted();
  onSending?.();
  const answer = await fetch(`${serviceConfig().apiBase}/json/reply/${contract.registry[key].name}`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      // A service without extensions may not know the header, or not allow it from another origin.
      ...(isNobodyThere() && serviceConfig().extensions.length > 0 ? { "X-Background": "1" } : {}),
    },
    // Also to a service of another origin, which knows the session by its cookie.
    credentials: "include",
    cache: "no-store",
    // A redirect to a sign-in page is not an answer; following it would turn the POST into a GET.
    redirect: "manual",
    keepalive: options.keepalive === true,
    signal,
  });
  if (answer.type === "opaqueredirect")
    throw new UnexpectedStatus(302, { operation: key, outcome: outcomeWithoutAnswer(key) });
  noteServiceTime(answer.headers.get("date"));
  onAnswer?.({ status: answer.status, requestId: requestIdOf(answer) });
  if (!options.readFile || !answer.ok) return readReply(key, answer);
  await options.readFile(answer);
  // The registry gives an operation that answers with a file no members.
  return {} as ResponseOf<K>;
}
