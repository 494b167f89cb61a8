import type { OperationKey } from "#room/contract/registry.ts";
import type { Settings } from "#room/server/settings.ts";

/** The settings of one type, by name. */
type SettingOf<Kind> = {
  [Name in keyof Settings]: Settings[Name] extends Kind ? Name : never;
}[keyof Settings];

/** The server's rules for an operation, in addition to the contract's. */
export interface OperationRule {
  /** Not shown by the interface: the setting that admits callers without a session; `never` if there is none. */
  readonly openedBy: Extract<SettingOf<boolean>, `open${string}`> | "never";
  /** The setting that limits the body's size. */
  readonly body: Extract<SettingOf<number>, "bodyBytes" | "chargeBytes" | "messageBytes">;
  /** The setting that limits calls per minute and session, and thereby per address; see `call-limits.ts`. */
  readonly perMinute: Extract<SettingOf<number>, `${string}PerMinute`> | "unbounded";
  /** False: pages call it automatically, so it does not count as session activity. */
  readonly isUse?: false;
  /** True: its answers may be so large, or cost so much, that only a few are produced at a time. */
  readonly isLarge?: true;
}

/** The rules of every operation. */
export const operationRules: { readonly [K in OperationKey]: OperationRule } = {
  authenticate: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  chargeVisit: { openedBy: "openAutoCharge", body: "chargeBytes", perMinute: "unbounded" },
  sendMessage: { openedBy: "never", body: "messageBytes", perMinute: "messagesPerMinute" },
  listMessageSummaries: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  verifyDiagnosis: { openedBy: "openDiagnosisVerify", body: "bodyBytes", perMinute: "unbounded" },
  getVisitInvoice: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  getMessage: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  searchDiagnoses: { openedBy: "never", body: "bodyBytes", perMinute: "searchesPerMinute" },
  describeDiagnosis: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  mapDiagnosis: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  listCodeSets: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  importCodeSet: { openedBy: "never", body: "messageBytes", perMinute: "importsPerMinute" },
  checkClaimEdits: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  checkProcedures: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  listDirectAddresses: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  findSentMessages: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  listVisits: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  getVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  takeVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  releaseVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  takeNextVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  noteVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  snoozeVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  closeVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  reopenVisit: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  summarizeVisits: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  listChanges: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isUse: false },
  listVisitViews: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  saveVisitView: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  removeVisitView: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  listAuditEntries: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  checkAuditTrail: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  exportAuditEntries: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  getHealth: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  getAccount: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  getOwnAccount: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  changePassword: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  listPeople: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded", isLarge: true },
  addPerson: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  changePerson: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  endPersonSessions: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  makePersonLink: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  readWelcome: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  acceptWelcome: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  setUpClinic: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  beginLookAround: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  endLookAround: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  endSessions: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  listDirectory: {
    openedBy: "never",
    body: "bodyBytes",
    perMinute: "unbounded",
    isLarge: true,
    isUse: false,
  },
  saveDirectory: { openedBy: "never", body: "chargeBytes", perMinute: "importsPerMinute" },
  listUnnamed: { openedBy: "never", body: "bodyBytes", perMinute: "searchesPerMinute" },
  beginSecondFactor: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  finishSecondFactor: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  listFactors: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  addFactor: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  confirmFactor: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  removeFactor: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  makeRecoveryCodes: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  beginProof: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  proveAgain: { openedBy: "never", body: "bodyBytes", perMinute: "signInsPerMinute" },
  resetFactor: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  listKeys: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
  addKey: { openedBy: "never", body: "bodyBytes", perMinute: "importsPerMinute" },
  rotateKey: { openedBy: "never", body: "bodyBytes", perMinute: "importsPerMinute" },
  endKey: { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" },
};
