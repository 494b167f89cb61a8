import { type OperationKey, registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { directoryKinds, type DirectoryKey } from "#room/contract/schemas/directory.ts";
import type { AuditNote } from "./audit-entry.ts";

type Noted = Pick<AuditNote, "action" | "subject">;

/**
 * When a row is written. `first`: before the answer leaves; of a write, as soon as it can be. `soon`: a quarter of a
 * second later, together with others, for what comes so often and weighs so little each. `counted`: at once, and then
 * by its number, for what anybody may do as often as they like.
 */
type When = "first" | "soon" | "counted";

/** The operations whose trail may never be left out. */
type PatientRead = {
  [K in OperationKey]: (typeof registry)[K] extends { effect: "read"; discloses: "patient-data" } ? K : never;
}[OperationKey];

interface Trail<K extends OperationKey> {
  readonly when: When;
  /** The row of a call that went well. Undefined, where that may be: nothing was done that is worth one. */
  note(request: RequestOf<K>, answer: ResponseOf<K>): K extends PatientRead ? Noted : Noted | undefined;
  /** The row of a fault that the answer's flags report, beyond a session that is refused. */
  noteOfFault?(code: string, request: RequestOf<K>): Noted | undefined;
}

/**
 * `none`: the operation leaves no row. `by-handler`: it writes its rows itself. A read that discloses patient data has
 * neither choice.
 */
export type TrailOf<K extends OperationKey> =
  | Trail<K>
  | (K extends PatientRead ? never : "none" | "by-handler");

/** What is typed as a code may be anything, a name for one: only what has the shape of a code is kept. */
function shapeOfCode(code: string): string {
  const plain = code.trim().replace(".", "").toUpperCase();
  const isCode = /^(?:[A-Z]\d[\dA-Z]{1,5}|\d{3,5}|E\d{3,4}|V\d{2,4})$/.test(plain);
  return isCode ? code.trim().toUpperCase() : "no code";
}

/** Which rows were taken away. What was typed as a subject may be anything: only what has the shape of one is kept. */
function wordsOfFilter(request: RequestOf<"exportAuditEntries">): string {
  const { format, actor, action, from, to } = request;
  const subject = /^[a-z]+:[\w.-]{1,80}$/.test(request.subject ?? "") ? request.subject : undefined;
  const given = Object.entries({ actor, action, subject, from, to }).filter(([, value]) => Boolean(value));
  return [format, ...given.map(([name, value]) => `${name}=${String(value)}`)].join(" ");
}

/** What was done with it stands in the visit's own history. */
function changedVisit(_request: unknown, { visit }: { visit?: { visitId: string } | null | undefined }) {
  return visit ? ({ action: "changed visit", subject: `visit:${visit.visitId}` } as const) : undefined;
}

function changedKey({ name }: { name: string }, deed: string) {
  return { action: "changed key", subject: `${name}: ${deed}` } as const;
}

/** Which entries, where they are few; else how many of which kind. */
function directoryWords(saved: readonly DirectoryKey[], removed: readonly DirectoryKey[]): string {
  const all = [...saved.map((key) => ({ key, sign: "" })), ...removed.map((key) => ({ key, sign: "-" }))];
  if (all.length <= mostTold) return all.map(({ key, sign }) => `${sign}${key.kind}:${key.id}`).join(", ");
  const counts = directoryKinds.flatMap((kind) => {
    const count = saved.filter((key) => key.kind === kind).length;
    return count === 0 ? [] : [`${kind}: ${count}`];
  });
  return [...counts, ...(removed.length === 0 ? [] : [`removed: ${removed.length}`])].join(", ");
}
const mostTold = 4;

/** What each operation leaves in the trail. */
export const operationTrails: { readonly [K in OperationKey]: TrailOf<K> } = {
  // Its failures count most.
  authenticate: "by-handler",
  // The row is of the transaction that makes the invoice.
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
    // Nobody's, or another's: whoever tries one id after the other is seen.
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
  // Codes and a day, nobody's name.
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
  // Ids alone.
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

/** A row that an answer leaves. Whoever was refused is nobody: the name that they gave is not theirs. */
export interface LeftRow extends Noted {
  readonly when: When;
  readonly isRefused?: boolean;
}

/** The row that a call of the operation leaves, if it leaves one here. */
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
