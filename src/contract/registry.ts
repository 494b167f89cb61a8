import { keysOf } from "./keys-of.ts";
import type * as z from "zod/mini";
import { addKey } from "./operations/add-key.ts";
import { authenticate } from "./operations/authenticate.ts";
import { checkClaimEdits } from "./operations/check-claim-edits.ts";
import { chargeVisit } from "./operations/charge-visit.ts";
import { checkProcedures } from "./operations/check-procedures.ts";
import { getClinic } from "./operations/get-clinic.ts";
import { saveClinic } from "./operations/save-clinic.ts";
import { getMailSettings } from "./operations/get-mail-settings.ts";
import { listSharedMailboxes } from "./operations/list-shared-mailboxes.ts";
import { saveSharedMailbox } from "./operations/save-shared-mailbox.ts";
import { workOnMessage } from "./operations/work-on-message.ts";
import { saveMailSettings } from "./operations/save-mail-settings.ts";
import { attendSentMessage } from "./operations/attend-sent-message.ts";
import { listDraftChanges } from "./operations/list-draft-changes.ts";
import { saveDraft } from "./operations/save-draft.ts";
import { getDraftFile } from "./operations/get-draft-file.ts";
import { getLetterWords } from "./operations/get-letter-words.ts";
import { saveLetterWords } from "./operations/save-letter-words.ts";
import { testMail } from "./operations/test-mail.ts";
import { closeDay } from "./operations/close-day.ts";
import { closeVisit } from "./operations/close-visit.ts";
import { describeDiagnosis } from "./operations/describe-diagnosis.ts";
import { confirmRestored } from "./operations/confirm-restored.ts";
import { beginDataKey } from "./operations/begin-data-key.ts";
import { makeBackup } from "./operations/make-backup.ts";
import { readBackup } from "./operations/read-backup.ts";
import { endKey } from "./operations/end-key.ts";
import { saveMailbox } from "./operations/save-mailbox.ts";
import { flagMessages } from "./operations/flag-messages.ts";
import { getConversation } from "./operations/get-conversation.ts";
import { nameMessageVisit } from "./operations/name-message-visit.ts";
import { getDelivery } from "./operations/get-delivery.ts";
import { findSentMessages } from "./operations/find-sent-messages.ts";
import { listAuditEntries } from "./operations/list-audit-entries.ts";
import { checkAuditTrail } from "./operations/check-audit-trail.ts";
import { exportInvoiceLines } from "./operations/export-invoice-lines.ts";
import { exportVisits } from "./operations/export-visits.ts";
import { exportAuditEntries } from "./operations/export-audit-entries.ts";
import { changePassword } from "./operations/change-password.ts";
import { endSessions } from "./operations/end-sessions.ts";
import { getOwnAccount } from "./operations/get-own-account.ts";
import { listPeople } from "./operations/list-people.ts";
import { addPerson } from "./operations/add-person.ts";
import { changePerson } from "./operations/change-person.ts";
import { endPersonSessions } from "./operations/end-person-sessions.ts";
import { makePersonLink } from "./operations/make-person-link.ts";
import { readWelcome } from "./operations/read-welcome.ts";
import { acceptWelcome } from "./operations/accept-welcome.ts";
import { beginLookAround } from "./operations/begin-look-around.ts";
import { endLookAround } from "./operations/end-look-around.ts";
import { setUpClinic } from "./operations/set-up-clinic.ts";
import { getAccount } from "./operations/get-account.ts";
import { getDaySheet } from "./operations/get-day-sheet.ts";
import { getReport } from "./operations/get-report.ts";
import { getHealth } from "./operations/get-health.ts";
import { getMessage } from "./operations/get-message.ts";
import { getVisitInvoice } from "./operations/get-visit-invoice.ts";
import { getVisit } from "./operations/get-visit.ts";
import { importCodeSet } from "./operations/import-code-set.ts";
import { listChanges } from "./operations/list-changes.ts";
import { listCodeSets } from "./operations/list-code-sets.ts";
import { getSetAsideMail } from "./operations/get-set-aside-mail.ts";
import { listSetAsideMail } from "./operations/list-set-aside-mail.ts";
import { listKeys } from "./operations/list-keys.ts";
import { listMessageChanges } from "./operations/list-message-changes.ts";
import { checkMailboxes } from "./operations/check-mailboxes.ts";
import { listDirectAddresses } from "./operations/list-direct-addresses.ts";
import { listDirectory } from "./operations/list-directory.ts";
import { listMessageSummaries } from "./operations/list-message-summaries.ts";
import { listUnnamed } from "./operations/list-unnamed.ts";
import { listVisitViews } from "./operations/list-visit-views.ts";
import { listVisits } from "./operations/list-visits.ts";
import { mapDiagnosis } from "./operations/map-diagnosis.ts";
import { noteExport } from "./operations/note-export.ts";
import { noteVisit } from "./operations/note-visit.ts";
import { releaseVisit } from "./operations/release-visit.ts";
import { removeVisitView } from "./operations/remove-visit-view.ts";
import { reopenVisit } from "./operations/reopen-visit.ts";
import { rotateKey } from "./operations/rotate-key.ts";
import { saveDirectory } from "./operations/save-directory.ts";
import { saveVisitView } from "./operations/save-visit-view.ts";
import { searchMessages } from "./operations/search-messages.ts";
import { searchDiagnoses } from "./operations/search-diagnoses.ts";
import { sendMessage } from "./operations/send-message.ts";
import { snoozeVisit } from "./operations/snooze-visit.ts";
import { summarizeVisits } from "./operations/summarize-visits.ts";
import { takeNextVisit } from "./operations/take-next-visit.ts";
import { takeVisit } from "./operations/take-visit.ts";
import { correctVisit } from "./operations/correct-visit.ts";
import { voidInvoice } from "./operations/void-invoice.ts";
import { verifyDiagnosis } from "./operations/verify-diagnosis.ts";
import { beginSecondFactor } from "./operations/begin-second-factor.ts";
import { finishSecondFactor } from "./operations/finish-second-factor.ts";
import { listFactors } from "./operations/list-factors.ts";
import { addFactor } from "./operations/add-factor.ts";
import { confirmFactor } from "./operations/confirm-factor.ts";
import { removeFactor } from "./operations/remove-factor.ts";
import { makeRecoveryCodes } from "./operations/make-recovery-codes.ts";
import { beginProof } from "./operations/begin-proof.ts";
import { proveAgain } from "./operations/prove-again.ts";
import { resetFactor } from "./operations/reset-factor.ts";

/** Every operation. Client, server, samples and wire tests iterate this list. */
export const registry = {
  authenticate,
  chargeVisit,
  sendMessage,
  listMessageSummaries,
  verifyDiagnosis,
  getVisitInvoice,
  correctVisit,
  voidInvoice,
  getMessage,
  searchDiagnoses,
  describeDiagnosis,
  mapDiagnosis,
  listCodeSets,
  importCodeSet,
  checkClaimEdits,
  checkProcedures,
  listDirectAddresses,
  checkMailboxes,
  findSentMessages,
  getDelivery,
  listMessageChanges,
  flagMessages,
  saveMailbox,
  getConversation,
  nameMessageVisit,
  attendSentMessage,
  listDraftChanges,
  saveDraft,
  getDraftFile,
  searchMessages,
  listVisits,
  getVisit,
  takeVisit,
  releaseVisit,
  takeNextVisit,
  noteVisit,
  snoozeVisit,
  closeVisit,
  reopenVisit,
  summarizeVisits,
  exportVisits,
  getDaySheet,
  getReport,
  exportInvoiceLines,
  noteExport,
  closeDay,
  listChanges,
  listVisitViews,
  saveVisitView,
  removeVisitView,
  getAccount,
  getOwnAccount,
  changePassword,
  endSessions,
  listPeople,
  addPerson,
  changePerson,
  endPersonSessions,
  makePersonLink,
  readWelcome,
  acceptWelcome,
  setUpClinic,
  beginLookAround,
  endLookAround,
  getClinic,
  saveClinic,
  getMailSettings,
  saveMailSettings,
  listSharedMailboxes,
  saveSharedMailbox,
  workOnMessage,
  testMail,
  getLetterWords,
  saveLetterWords,
  listDirectory,
  saveDirectory,
  listUnnamed,
  getHealth,
  listSetAsideMail,
  getSetAsideMail,
  exportAuditEntries,
  checkAuditTrail,
  listAuditEntries,
  beginSecondFactor,
  finishSecondFactor,
  listFactors,
  addFactor,
  confirmFactor,
  removeFactor,
  makeRecoveryCodes,
  beginProof,
  proveAgain,
  resetFactor,
  listKeys,
  addKey,
  rotateKey,
  endKey,
  confirmRestored,
  makeBackup,
  readBackup,
  beginDataKey,
} as const;

export type OperationKey = keyof typeof registry;
export type RequestOf<K extends OperationKey> = z.output<(typeof registry)[K]["request"]>;
export type ResponseOf<K extends OperationKey> = z.output<(typeof registry)[K]["response"]>;

/** The operations that may be cached and refetched. */
export type ReadKey = {
  [K in OperationKey]: (typeof registry)[K]["effect"] extends "read" ? K : never;
}[OperationKey];

/** All keys, in registry order. */
// The cast restores the key type that Object.keys loses.
export const operationKeys = keysOf(registry);
