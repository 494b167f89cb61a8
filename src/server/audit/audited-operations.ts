import type { OperationKey, RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { AuditNote } from "./audit-entry.ts";

type Noted = Pick<AuditNote, "action" | "subject"> & { readonly actor?: string | undefined };

/** What the trail says of an operation that went well; undefined when it is not worth a row. */
export type NoteOf<K extends OperationKey> = (
  request: RequestOf<K>,
  answer: ResponseOf<K>,
) => Noted | undefined;

/**
 * The operations that leave a trace. Auth notes for itself, since its failures count most; a charge is noted by the
 * transaction that makes its invoice.
 */
export const audited: { readonly [K in OperationKey]?: NoteOf<K> } = {
  getVisitInvoice: ({ visitId }) => ({ action: "read invoice", subject: `visit:${visitId}` }),
  sendMessage: ({ loggedInUser }, { hasError, messageId }) =>
    hasError
      ? undefined
      : { action: "sent message", subject: `message:${messageId}`, actor: loggedInUser ?? undefined },
  getMessage: ({ loggedInUser }, { hasError, messageId }) =>
    hasError
      ? undefined
      : { action: "read message", subject: `message:${messageId}`, actor: loggedInUser ?? undefined },
  verifyDiagnosis: ({ code }) => ({ action: "verified", subject: code.trim().slice(0, 20) }),
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
