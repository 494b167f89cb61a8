import { ownValue } from "#room/billing/json-record.ts";
import { readJson } from "#room/contract/written-json.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { canReachService } from "#room/api/reach-service.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import {
  CallFailure,
  NetworkFailure,
  OperationRefused,
  TimedOut,
  UnexpectedStatus,
  isSessionLoss,
} from "#room/api/failures.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { faultWords } from "#room/billing/fault-words.ts";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { pageSize } from "#room/contract/schemas/visit-filter.ts";
import { type VisitRow, visitState } from "#room/contract/schemas/visit.ts";
import type { MessageDraft, KeptAttachment } from "#room/workspace/messages/message-record.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import type { Corrects } from "#room/workspace/visits/visit-record.ts";
import type { OutgoingMessage, OutgoingVisit, Sender } from "#room/workspace/outbox/outbox.ts";
import { base64Parts } from "#room/workspace/browser/base64.ts";

async function partsOf({ contentType, fileName }: KeptAttachment, file: Blob): Promise<BlobPart[]> {
  const head = JSON.stringify({ contentType, fileName }).slice(0, -1);
  return [`${head},"base64":"`, ...(await base64Parts(file)), '"}'];
}

/**
 * Builds the body of SendMessage with its attachments, chunk by chunk: a large file as one JSON text would block the
 * page. The text equals that of JSON.stringify.
 */
async function encodeMessage(
  request: RequestOf<"sendMessage">,
  kept: readonly KeptAttachment[],
  files: readonly Blob[],
): Promise<Blob> {
  const { email, ...session } = request;
  const { attachments: _none, ...rest } = email ?? {};
  const parts: BlobPart[] = [
    `${JSON.stringify(session).slice(0, -1)},"email":${JSON.stringify(rest).slice(0, -1)},"attachments":[`,
  ];
  for (const [index, file] of files.entries()) {
    const facts = kept[index];
    if (!facts) continue;
    if (index > 0) parts.push(",");
    parts.push(...(await partsOf(facts, file)));
  }
  parts.push("]}}");
  return new Blob(parts);
}

/** What the service's codes mean for billing, when its own message does not say. */
const plainWords: Readonly<Record<string, string>> = {
  EventIdReused:
    "The service has this submission with different content, so nothing was charged now. Submit again to send it as a corrected version.",
  InvoiceNotNewest:
    "The invoice that this corrects was replaced or voided since. Nothing was charged now: look at what is billed.",
};

function refusedBy(error: OperationRefused, root: string): SendResult {
  const fields = error.issues.map(({ path, code, message }) => ({
    path: path[0] === root ? path.slice(1) : path,
    code,
    message,
  }));
  const message = ownValue(plainWords, error.code) ?? faultWords(error.message);
  return { kind: "refused", code: error.code, message, fields, ...quoting(error.requestId) };
}

function quoting(requestId: string | undefined) {
  return requestId === undefined ? {} : { requestId };
}

/** What a failed call means for what was sent, decided only here. */
function resultOfFailure(error: unknown, root: string): SendResult {
  // An abort or a bug of ours, after which the request may have left.
  if (!(error instanceof CallFailure))
    return { kind: "unknown", message: "The console stopped waiting for the answer." };
  if (isSessionLoss(error)) return { kind: "no-session" };
  const { outcome, requestId } = error;
  if (outcome === "unknown")
    return { kind: "unknown", message: describeFailure(error).title, ...quoting(requestId) };
  const isAnswer = error instanceof OperationRefused || error instanceof UnexpectedStatus;
  if (!isAnswer) return { kind: "not-sent" };
  if (outcome === "not-sent") {
    const retry = error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs };
    return { kind: "busy", ...retry, ...quoting(requestId) };
  }
  if (error instanceof OperationRefused) return refusedBy(error, root);
  const code = `Status${String(error.status)}`;
  return { kind: "refused", code, message: describeFailure(error).title, fields: [], ...quoting(requestId) };
}

function correctionOf(text: string, { invoice, reason }: Corrects): string {
  return `{"autoChargedEvent":${text},"replacesInvoice":${invoice},"reason":${JSON.stringify(reason)}}`;
}

export interface SendVisitOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

export async function sendVisit(
  { text, corrects }: Pick<OutgoingVisit, "text" | "corrects">,
  options: SendVisitOptions,
): Promise<SendResult> {
  let requestId: string | undefined;
  const call = {
    ...options,
    whenSessionLost: "fail",
    onAnswer: (answer: { readonly requestId?: string | undefined }) => (requestId = answer.requestId),
  } as const;
  try {
    // A draft may violate the contract; then the service refuses it and names the fields.
    const { result } = corrects
      ? await callOperation("correctVisit", correctionOf(text, corrects), call)
      : await callOperation("chargeVisit", `{"AutoChargedEvent":${text}}`, call);
    if (result) return { kind: "charged", ...quoting(requestId) };
    // The workspace's events are drafts written by these pages.
    const { audit } = readJson<DraftEvent>(text);
    const message =
      outcomeOf(audit).kind === "charged"
        ? "The service holds it, as it does a visit that was closed without billing"
        : (audit?.withholdReason ?? "");
    return { kind: "withheld", ...(message !== "" && { message }), ...quoting(requestId) };
  } catch (error) {
    return resultOfFailure(error, corrects ? "autoChargedEvent" : "AutoChargedEvent");
  }
}

function emailOf(draft: MessageDraft): NonNullable<RequestOf<"sendMessage">["email"]> {
  const { to, cc, bcc, from, subject, textBody, htmlBody } = draft;
  return {
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    ...(from !== undefined && { from }),
    createdTime: wireDateTimeOf(new Date()),
    subject: oneLine(subject),
    textBody,
    ...(htmlBody !== undefined && { htmlBody }),
    attachments: [],
  };
}

async function sendMessage(
  { id: draftId, clientMessageId, resendOf, draft, attachments }: OutgoingMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  // Browsers do not distinguish a refused connection from one cut after everything was sent, so the service is probed
  // first.
  if (!(await canReachService(signal))) return { kind: "not-sent" };
  let requestId: string | undefined;
  try {
    // Only for services that support it: others do not know the member.
    const { extensions } = serviceConfig();
    const named = {
      ...(extensions.includes("findSentMessages") && { clientMessageId }),
      ...(extensions.includes("saveDraft") && { draftId }),
      ...(extensions.includes("attendSentMessage") && resendOf !== undefined && { resendOf }),
    };
    const { inReplyTo, visitId, isForward, isFurtherAnswer } = draft;
    const placed = {
      ...(extensions.includes("getConversation") && { inReplyTo, visitId }),
      ...(extensions.includes("workOnMessage") && {
        ...(isForward && { isForward }),
        ...(isFurtherAnswer && { isFurtherAnswer }),
      }),
    };
    const { messageId } = await callOperation(
      "sendMessage",
      { ...named, ...placed, email: emailOf(draft) },
      {
        signal,
        whenSessionLost: "fail",
        onAnswer: (answer) => (requestId = answer.requestId),
        encode: (request) => encodeMessage(request, draft.attachments, attachments),
      },
    );
    return { kind: "sent", messageId, ...quoting(requestId) };
  } catch (error) {
    return resultOfFailure(error, "email");
  }
}

/** Nothing is assumed of visits that the service does not tell of. */
async function visitsNow(visitIds: readonly string[]): Promise<readonly VisitRow[] | undefined> {
  const request = { visitIds: [...visitIds], states: [...visitState.options], limit: pageSize.most };
  const options = { whenSessionLost: "fail", timeoutMs: 5000 } as const;
  return callOperation("listVisits", request, options).then(
    ({ visits }) => visits,
    (error: unknown) => {
      const isSilent = error instanceof NetworkFailure || error instanceof TimedOut;
      const isLater = error instanceof CallFailure && error.outcome === "not-sent";
      const isBusy = isLater && !isSessionLoss(error);
      return isSilent || isBusy ? undefined : [];
    },
  );
}

export const outboxSender: Sender = {
  sendVisit: (visit, signal) => sendVisit(visit, { signal }),
  sendMessage,
  canReach: canReachService,
  visitsNow,
};
