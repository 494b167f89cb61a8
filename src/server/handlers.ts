import type { Handlers } from "./define-handler.ts";
import { addKey } from "./handlers/add-key.ts";
import { authenticate } from "./handlers/authenticate.ts";
import { beginLookAround } from "./handlers/begin-look-around.ts";
import { endLookAround } from "./handlers/end-look-around.ts";
import { checkClaimEdits } from "./handlers/check-claim-edits.ts";
import { chargeVisit } from "./handlers/charge-visit.ts";
import { checkProcedures } from "./handlers/check-procedures.ts";
import { closeVisit } from "./handlers/close-visit.ts";
import { describeDiagnosis } from "./handlers/describe-diagnosis.ts";
import { confirmRestored } from "./handlers/confirm-restored.ts";
import { beginDataKey } from "./handlers/begin-data-key.ts";
import { makeBackup } from "./handlers/make-backup.ts";
import { readBackup } from "./handlers/read-backup.ts";
import { endKey } from "./handlers/end-key.ts";
import { getDelivery } from "./handlers/get-delivery.ts";
import { findSentMessages } from "./handlers/find-sent-messages.ts";
import { listAuditEntries } from "./handlers/list-audit-entries.ts";
import { checkAuditTrail } from "./handlers/check-audit-trail.ts";
import { exportInvoiceLines } from "./handlers/export-invoice-lines.ts";
import { exportVisits } from "./handlers/export-visits.ts";
import { exportAuditEntries } from "./handlers/export-audit-entries.ts";
import { changePassword } from "./handlers/change-password.ts";
import { endSessions } from "./handlers/end-sessions.ts";
import { getOwnAccount } from "./handlers/get-own-account.ts";
import { listPeople } from "./handlers/list-people.ts";
import { addPerson } from "./handlers/add-person.ts";
import { changePerson } from "./handlers/change-person.ts";
import { endPersonSessions } from "./handlers/end-person-sessions.ts";
import { makePersonLink } from "./handlers/make-person-link.ts";
import { readWelcome } from "./handlers/read-welcome.ts";
import { acceptWelcome } from "./handlers/accept-welcome.ts";
import { setUpClinic } from "./handlers/set-up-clinic.ts";
import { getAccount } from "./handlers/get-account.ts";
import { getClinic } from "./handlers/get-clinic.ts";
import { saveClinic } from "./handlers/save-clinic.ts";
import { getMailSettings } from "./handlers/get-mail-settings.ts";
import { listSharedMailboxes } from "./handlers/list-shared-mailboxes.ts";
import { saveSharedMailbox } from "./handlers/save-shared-mailbox.ts";
import { workOnMessage } from "./handlers/work-on-message.ts";
import { saveMailSettings } from "./handlers/save-mail-settings.ts";
import { attendSentMessage } from "./handlers/attend-sent-message.ts";
import { listDraftChanges } from "./handlers/list-draft-changes.ts";
import { saveDraft } from "./handlers/save-draft.ts";
import { getDraftFile } from "./handlers/get-draft-file.ts";
import { getLetterWords } from "./handlers/get-letter-words.ts";
import { saveLetterWords } from "./handlers/save-letter-words.ts";
import { testMail } from "./handlers/test-mail.ts";
import { getDaySheet } from "./handlers/get-day-sheet.ts";
import { getReport } from "./handlers/get-report.ts";
import { closeDay } from "./handlers/close-day.ts";
import { getHealth } from "./handlers/get-health.ts";
import { getMessage } from "./handlers/get-message.ts";
import { getVisitInvoice } from "./handlers/get-visit-invoice.ts";
import { correctVisit } from "./handlers/correct-visit.ts";
import { voidInvoice } from "./handlers/void-invoice.ts";
import { getVisit } from "./handlers/get-visit.ts";
import { importCodeSet } from "./handlers/import-code-set.ts";
import { listChanges } from "./handlers/list-changes.ts";
import { listCodeSets } from "./handlers/list-code-sets.ts";
import { getSetAsideMail } from "./handlers/get-set-aside-mail.ts";
import { listSetAsideMail } from "./handlers/list-set-aside-mail.ts";
import { listKeys } from "./handlers/list-keys.ts";
import { searchMessages } from "./handlers/search-messages.ts";
import { getConversation } from "./handlers/get-conversation.ts";
import { nameMessageVisit } from "./handlers/name-message-visit.ts";
import { saveMailbox } from "./handlers/save-mailbox.ts";
import { flagMessages } from "./handlers/flag-messages.ts";
import { listMessageChanges } from "./handlers/list-message-changes.ts";
import { checkMailboxes } from "./handlers/check-mailboxes.ts";
import { listDirectAddresses } from "./handlers/list-direct-addresses.ts";
import { listDirectory } from "./handlers/list-directory.ts";
import { listMessageSummaries } from "./handlers/list-message-summaries.ts";
import { listUnnamed } from "./handlers/list-unnamed.ts";
import { listVisitViews } from "./handlers/list-visit-views.ts";
import { listVisits } from "./handlers/list-visits.ts";
import { mapDiagnosis } from "./handlers/map-diagnosis.ts";
import { noteExport } from "./handlers/note-export.ts";
import { noteVisit } from "./handlers/note-visit.ts";
import { releaseVisit } from "./handlers/release-visit.ts";
import { removeVisitView } from "./handlers/remove-visit-view.ts";
import { reopenVisit } from "./handlers/reopen-visit.ts";
import { rotateKey } from "./handlers/rotate-key.ts";
import { saveDirectory } from "./handlers/save-directory.ts";
import { saveVisitView } from "./handlers/save-visit-view.ts";
import { searchDiagnoses } from "./handlers/search-diagnoses.ts";
import { sendMessage } from "./handlers/send-message.ts";
import { snoozeVisit } from "./handlers/snooze-visit.ts";
import { summarizeVisits } from "./handlers/summarize-visits.ts";
import { takeNextVisit } from "./handlers/take-next-visit.ts";
import { takeVisit } from "./handlers/take-visit.ts";
import { verifyDiagnosis } from "./handlers/verify-diagnosis.ts";
import { beginSecondFactor } from "./handlers/begin-second-factor.ts";
import { finishSecondFactor } from "./handlers/finish-second-factor.ts";
import { listFactors } from "./handlers/list-factors.ts";
import { addFactor } from "./handlers/add-factor.ts";
import { confirmFactor } from "./handlers/confirm-factor.ts";
import { removeFactor } from "./handlers/remove-factor.ts";
import { makeRecoveryCodes } from "./handlers/make-recovery-codes.ts";
import { beginProof } from "./handlers/begin-proof.ts";
import { proveAgain } from "./handlers/prove-again.ts";
import { resetFactor } from "./handlers/reset-factor.ts";

/** The handler of each operation in the registry. */
export const handlers: Handlers = {
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
};
