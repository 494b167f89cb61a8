import type { OperationKey, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { AuditAction, AuditNote } from "./audit-entry.ts";

type Noted = Pick<AuditNote, "action" | "subject"> & { readonly actor?: string | undefined };

/** What the trail says of an operation that went well; undefined when it is not worth a row. */
export type NoteOf<K extends OperationKey> = (
  request: RequestOf<K>,
  answer: ResponseOf<K>,
) => Noted | undefined;

/** The answer of a messaging operation that let nobody in, or gave nothing of a mailbox that is another's. */
interface MessagingAnswer {
  readonly badSessionKey: boolean;
  readonly hasSessionKeyExpired: boolean;
  readonly unauthorizedAccess: boolean;
}

function refusedBy(answer: MessagingAnswer, operation: string): Noted | undefined {
  const { badSessionKey, hasSessionKeyExpired, unauthorizedAccess } = answer;
  const isRefused = badSessionKey || hasSessionKeyExpired || unauthorizedAccess;
  return isRefused ? { action: "access refused", subject: operation } : undefined;
}

/** What is typed as a code may be anything, a name for one: only what has the shape of a code is kept. */
function shapeOfCode(code: string): string {
  const plain = code.trim().replace(".", "").toUpperCase();
  const isCode = /^(?:[A-Z]\d[\dA-Z]{1,5}|\d{3,5}|E\d{3,4}|V\d{2,4})$/.test(plain);
  return isCode ? code.trim().toUpperCase() : "no code";
}

/**
 * The operations that leave a trace. Auth notes for itself, since its failures count most; a charge is noted by the
 * transaction that makes its invoice.
 */
export const audited: { readonly [K in OperationKey]?: NoteOf<K> } = {
  getVisitInvoice: ({ visitId }) => ({ action: "read invoice", subject: `visit:${visitId}` }),
  sendMessage: ({ loggedInUser }, answer) =>
    answer.hasError
      ? refusedBy(answer, "SendMessage")
      : { action: "sent message", subject: `message:${answer.messageId}`, actor: loggedInUser ?? undefined },
  listMessageSummaries: ({ loggedInUser }, answer) =>
    answer.hasError
      ? refusedBy(answer, "GetMessageSummaries")
      : { action: "listed messages", actor: loggedInUser ?? undefined },
  getMessage: ({ loggedInUser, messageId }, answer) => {
    const actor = loggedInUser ?? undefined;
    if (!answer.hasError) return { action: "read message", subject: `message:${answer.messageId}`, actor };
    // Nobody's, or another's: whoever tries one id after the other is seen.
    if (answer.messageNotFound)
      return { action: "access refused", subject: `message:${messageId ?? 0}`, actor };
    return refusedBy(answer, "GetMessage");
  },
  verifyDiagnosis: ({ code }) => ({ action: "verified", subject: shapeOfCode(code) }),
  importCodeSet: (_request, { isStored, changes }) =>
    isStored
      ? {
          action: "imported codes",
          subject: changes.map(({ set }) => set.name).join(", "),
        }
      : undefined,
};

/** So often, and of so little weight each, that their rows come a quarter of a second later, together. */
export const notedSoon: ReadonlySet<OperationKey> = new Set(["verifyDiagnosis", "getVisitInvoice"]);

/** What anybody may do as often as they like: told at once, and then by its number. */
export const notedRepeatedly: ReadonlySet<AuditAction> = new Set(["access refused", "listed messages"]);
