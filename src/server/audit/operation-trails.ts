import { type OperationKey, registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { directoryKinds, type DirectoryKey } from "#room/contract/schemas/directory.ts";
import type { AuditNote } from "./audit-entry.ts";

type Noted = Pick<AuditNote, "action" | "subject">;

/**
 * When a row is written. `first`: before the answer is sent; for a write, as soon as possible. `soon`: within a quarter
 * of a second, batched, for frequent minor events. `counted`: immediately, then as a count, for events anybody can
 * trigger at will.
 */
type When = "first" | "soon" | "counted";

/** The operations that must always be in the trail. */
type PatientRead = {
  [K in OperationKey]: (typeof registry)[K] extends { effect: "read"; discloses: "patient-data" } ? K : never;
}[OperationKey];

interface Trail<K extends OperationKey> {
  readonly when: When;
  /** The row of a successful call. Undefined, where allowed: nothing worth recording. */
  note(request: RequestOf<K>, answer: ResponseOf<K>): K extends PatientRead ? Noted : Noted | undefined;
  /** The row for a fault reported by flags, except a refused session. */
  noteOfFault?(code: string, request: RequestOf<K>): Noted | undefined;
}

/**
 * `none`: no row. `by-handler`: the handler writes its rows. Neither is allowed for a read that discloses patient data.
 */
export type TrailOf<K extends OperationKey> =
  | Trail<K>
  | (K extends PatientRead ? never : "none" | "by-handler");

/** A typed code could be anything, such as a name: only the shape of a code is recorded. */
function shapeOfCode(code: string): string {
  const plain = code.trim().replace(".", "").toUpperCase();
  const isCode = /^(?:[A-Z]\d[\dA-Z]{1,5}|\d{3,5}|E\d{3,4}|V\d{2,4})$/.test(plain);
  return isCode ? code.trim().toUpperCase() : "no code";
}

/** Which rows were exported. A typed subject could be anything: only valid shapes are recorded. */
function wordsOfFilter(request: RequestOf<"exportAuditEntries">): string {
  const { format, actor, action, from, to } = request;
  const subject = /^[a-z]+:[\w.-]{1,80}$/.test(request.subject ?? "") ? request.subject : undefined;
  const given = Object.entries({ actor, action, subject, from, to }).filter(([, value]) => Boolean(value));
  return [format, ...given.map(([name, value]) => `${name}=${String(value)}`)].join(" ");
}

/** The visit's own history says what was done. */
function changedVisit(_request: unknown, { visit }: { visit?: { visitId: string } | null | undefined }) {
  return visit ? ({ action: "changed visit", subject: `visit:${visit.visitId}` } as const) : undefined;
}

function changedKey({ name }: { name: string }, change: string) {
  return { action: "changed key", subject: `${name}: ${change}` } as const;
}

/** Lists the entries if there are few; otherwise counts by kind. */
function directoryWords(saved: readonly DirectoryKey[], removed: readonly DirectoryKey[]): string {
  const all = [...saved.map((key) => ({ key, sign: "" })), ...removed.map((key) => ({ key, sign: "-" }))];
  if (all.length <= maxReturned) return all.map(({ key, sign }) => `${sign}${key.kind}:${key.id}`).join(", ");
  const counts = directoryKinds.flatMap((kind) => {
    const count = saved.filter((key) => key.kind === kind).length;
    return count === 0 ? [] : [`${kind}: ${count}`];
  });
  return [...counts, ...(removed.length === 0 ? [] : [`removed: ${removed.length}`])].join(", ");
}
const maxReturned = 4;

/** The audit log row of each operation. */
export const operationTrails: { readonly [K in OperationKey]: TrailOf<K> } = {
  // Its failures matter most.
  authenticate: "by-handler",
  // Written in the transaction that creates the invoice.
  chargeVisit: "by-handler",
  sendMessage: {
    when: "first",
    note: (_request, { messageId }) => ({ action: "sent message", subject: `message:${messageId}` }),
  },
  listMessageSummaries: { when: "counted", note: () => ({ action: "listed messages" }) },
  verifyDiagnosis: {
    when: "soon",
    note: ({ code }) => ({ action: "verified", subject: shapeOfCode(code) }),
  },
  getVisitInvoice: {
    when: "soon",
    note: ({ visitId }) => ({ action: "read invoice", subject: `visit:${visitId}` }),
  },
  getMessage: {
    when: "first",
    note: (_request, { messageId }) => ({ action: "read message", subject: `message:${messageId}` }),
    // Nobody's, or someone else's: shows users who try one id after another.
    noteOfFault: (code, { messageId }) =>
      code === "messageNotFound"
        ? { action: "access refused", subject: `message:${messageId ?? 0}` }
        : undefined,
  },
  searchDiagnoses: "none",
  describeDiagnosis: "none",
  mapDiagnosis: "none",
  listCodeSets: "none",
  importCodeSet: {
    when: "first",
    note: (_request, { isStored, changes }) =>
      isStored
        ? { action: "imported codes", subject: changes.map(({ set }) => set.name).join(", ") }
        : undefined,
  },
  // Only codes and a date, no names.
  checkClaimEdits: "none",
  checkProcedures: "none",
  listDirectAddresses: "none",
  findSentMessages: { when: "counted", note: () => ({ action: "listed messages", subject: "sent" }) },
  listVisits: { when: "counted", note: () => ({ action: "listed visits" }) },
  getVisit: {
    when: "first",
    note: (_request, { visit }) => ({ action: "read visit", subject: `visit:${visit.visitId}` }),
  },
  takeVisit: { when: "first", note: changedVisit },
  releaseVisit: { when: "first", note: changedVisit },
  takeNextVisit: { when: "first", note: changedVisit },
  noteVisit: { when: "first", note: changedVisit },
  snoozeVisit: { when: "first", note: changedVisit },
  closeVisit: { when: "first", note: changedVisit },
  reopenVisit: { when: "first", note: changedVisit },
  summarizeVisits: "none",
  // Only ids.
  listChanges: "none",
  listVisitViews: "none",
  saveVisitView: "none",
  removeVisitView: "none",
  getAccount: "none",
  getOwnAccount: "none",
  changePassword: "by-handler",
  endSessions: "by-handler",
  listPeople: "none",
  addPerson: "by-handler",
  changePerson: "by-handler",
  endPersonSessions: "by-handler",
  makePersonLink: "by-handler",
  readWelcome: "none",
  acceptWelcome: "by-handler",
  setUpClinic: "by-handler",
  beginLookAround: "none",
  endLookAround: "none",
  listDirectory: "none",
  saveDirectory: {
    when: "first",
    note: ({ entries, removed }) => ({
      action: "changed directory",
      subject: directoryWords(entries, removed ?? []),
    }),
  },
  listUnnamed: "none",
  getHealth: "none",
  listSetAsideMail: "none",
  getSetAsideMail: {
    when: "first",
    note: ({ letterId }) => ({ action: "read set-aside mail", subject: `letter:${letterId}` }),
  },
  listAuditEntries: { when: "counted", note: () => ({ action: "read trail" }) },
  checkAuditTrail: "none",
  exportAuditEntries: {
    when: "counted",
    note: (request) => ({ action: "exported trail", subject: wordsOfFilter(request) }),
  },
  beginSecondFactor: "none",
  finishSecondFactor: "by-handler",
  listFactors: "none",
  addFactor: "none",
  confirmFactor: "by-handler",
  removeFactor: "by-handler",
  makeRecoveryCodes: "by-handler",
  beginProof: "none",
  proveAgain: "by-handler",
  resetFactor: "by-handler",
  listKeys: "none",
  addKey: { when: "first", note: (_request, { key }) => changedKey(key, "added") },
  rotateKey: { when: "first", note: (_request, { key }) => changedKey(key, "rotated") },
  confirmRestored: "by-handler",
  makeBackup: {
    when: "first",
    note: (_request, { bytes }) => ({ action: "backed up", subject: `${bytes} bytes, from the page` }),
  },
  readBackup: { when: "counted", note: () => ({ action: "backed up", subject: "downloaded" }) },
  beginDataKey: {
    when: "first",
    note: (_request, { keyId }) => ({ action: "changed data key", subject: `key ${keyId} begun` }),
  },
  endKey: {
    when: "first",
    note: ({ secret }, { key }) => changedKey(key, secret ? "old secret ended" : "ended"),
  },
};

const refusedSession: ReadonlySet<string> = new Set([
  "badSessionKey",
  "hasSessionKeyExpired",
  "unauthorizedAccess",
]);

/** The row for an answer. A refused caller is recorded as unknown: the name they gave may not be theirs. */
export interface LeftRow extends Noted {
  readonly when: When;
  readonly isRefused?: boolean;
}

/** The row for a call, if the operation leaves one here. */
export function rowOf<K extends OperationKey>(
  key: K,
  request: RequestOf<K>,
  answer: ResponseOf<K>,
): LeftRow | undefined {
  const trail: TrailOf<K> = operationTrails[key];
  const fault: { code: string } | undefined = registry[key].faults.read(answer);
  if (fault && refusedSession.has(fault.code))
    return { when: "counted", isRefused: true, action: "access refused", subject: registry[key].name };
  if (typeof trail === "string") return undefined;
  const noted = fault ? trail.noteOfFault?.(fault.code, request) : trail.note(request, answer);
  return noted && { when: fault ? "counted" : trail.when, ...noted };
}
