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

/** Only with a session, a small body, as often as needed. */
const usual = { openedBy: "never", body: "bodyBytes", perMinute: "unbounded" } as const;
const large = { ...usual, isLarge: true } as const;

/** The rules of every operation. */
export const operationRules: { readonly [K in OperationKey]: OperationRule } = {
  authenticate: { ...usual, perMinute: "signInsPerMinute" },
  chargeVisit: { openedBy: "openAutoCharge", body: "chargeBytes", perMinute: "unbounded" },
  sendMessage: { ...usual, body: "messageBytes", perMinute: "messagesPerMinute" },
  listMessageSummaries: large,
  verifyDiagnosis: { openedBy: "openDiagnosisVerify", body: "bodyBytes", perMinute: "unbounded" },
  getVisitInvoice: large,
  getMessage: large,
  searchDiagnoses: { ...usual, perMinute: "searchesPerMinute" },
  describeDiagnosis: usual,
  mapDiagnosis: usual,
  listCodeSets: usual,
  importCodeSet: { ...usual, body: "messageBytes", perMinute: "importsPerMinute" },
  checkClaimEdits: large,
  checkProcedures: large,
  listDirectAddresses: usual,
  findSentMessages: large,
  listVisits: large,
  getVisit: large,
  takeVisit: usual,
  releaseVisit: usual,
  takeNextVisit: large,
  noteVisit: usual,
  snoozeVisit: usual,
  closeVisit: usual,
  reopenVisit: usual,
  summarizeVisits: large,
  listChanges: { ...usual, isUse: false },
  listVisitViews: large,
  saveVisitView: usual,
  removeVisitView: usual,
  listAuditEntries: large,
  checkAuditTrail: large,
  exportAuditEntries: large,
  getHealth: large,
  listSetAsideMail: large,
  getSetAsideMail: large,
  getAccount: usual,
  getOwnAccount: usual,
  changePassword: { ...usual, perMinute: "signInsPerMinute" },
  listPeople: large,
  addPerson: usual,
  changePerson: usual,
  endPersonSessions: usual,
  makePersonLink: usual,
  readWelcome: { ...usual, perMinute: "signInsPerMinute" },
  acceptWelcome: { ...usual, perMinute: "signInsPerMinute" },
  setUpClinic: { ...usual, perMinute: "signInsPerMinute" },
  beginLookAround: { ...usual, perMinute: "signInsPerMinute" },
  endLookAround: usual,
  endSessions: usual,
  listDirectory: { ...large, isUse: false },
  saveDirectory: { ...usual, body: "chargeBytes", perMinute: "importsPerMinute" },
  listUnnamed: { ...usual, perMinute: "searchesPerMinute" },
  beginSecondFactor: { ...usual, perMinute: "signInsPerMinute" },
  finishSecondFactor: { ...usual, perMinute: "signInsPerMinute" },
  listFactors: usual,
  addFactor: { ...usual, perMinute: "signInsPerMinute" },
  confirmFactor: { ...usual, perMinute: "signInsPerMinute" },
  removeFactor: usual,
  makeRecoveryCodes: usual,
  beginProof: { ...usual, perMinute: "signInsPerMinute" },
  proveAgain: { ...usual, perMinute: "signInsPerMinute" },
  resetFactor: usual,
  listKeys: usual,
  addKey: { ...usual, perMinute: "importsPerMinute" },
  rotateKey: { ...usual, perMinute: "importsPerMinute" },
  endKey: usual,
  confirmRestored: usual,
  makeBackup: { ...large, perMinute: "importsPerMinute" },
  readBackup: large,
  beginDataKey: { ...usual, perMinute: "importsPerMinute" },
};
