export { authenticate } from "./operations/authenticate.ts";
export { chargeVisit } from "./operations/charge-visit.ts";
export { sendMessage, getMessage } from "./operations/message.ts";
export { listMessageSummaries, listMessageChanges } from "./operations/messages.ts";
export { verifyDiagnosis, searchDiagnoses } from "./operations/diagnoses.ts";
export { getVisitInvoice, correctVisit, voidInvoice } from "./operations/invoices.ts";
export { describeDiagnosis, mapDiagnosis } from "./operations/diagnosis-detail.ts";
export { listCodeSets, importCodeSet } from "./operations/code-sets.ts";
export { checkClaimEdits, checkProcedures } from "./operations/claim-checks.ts";
export {
  listDirectAddresses,
  checkMailboxes,
  saveMailbox,
  listSharedMailboxes,
  saveSharedMailbox,
} from "./operations/mailboxes.ts";
export { findSentMessages } from "./operations/find-sent-messages.ts";
export { getDelivery, attendSentMessage } from "./operations/deliveries.ts";
export { flagMessages, searchMessages } from "./operations/message-search.ts";
export { getConversation, nameMessageVisit, workOnMessage } from "./operations/conversations.ts";
export { listDraftChanges, saveDraft, getDraftFile } from "./operations/drafts.ts";
export { listVisits, exportVisits } from "./operations/visits.ts";
export { getVisit } from "./operations/get-visit.ts";
export {
  takeVisit,
  releaseVisit,
  takeNextVisit,
  noteVisit,
  snoozeVisit,
  closeVisit,
  reopenVisit,
} from "./operations/visit-actions.ts";
export { summarizeVisits, listChanges } from "./operations/changes.ts";
export { getDaySheet, getReport, exportInvoiceLines, noteExport, closeDay } from "./operations/figures.ts";
export { listVisitViews, saveVisitView, removeVisitView } from "./operations/visit-views.ts";
export { getAccount, getOwnAccount, changePassword, endSessions } from "./operations/own-account.ts";
export {
  listPeople,
  addPerson,
  changePerson,
  endPersonSessions,
  makePersonLink,
  confirmRestored,
} from "./operations/people.ts";
export {
  readWelcome,
  acceptWelcome,
  setUpClinic,
  beginLookAround,
  endLookAround,
} from "./operations/welcome.ts";
export { getClinic, saveClinic, getLetterWords, saveLetterWords } from "./operations/clinic.ts";
export {
  getMailSettings,
  saveMailSettings,
  testMail,
  listSetAsideMail,
  getSetAsideMail,
} from "./operations/mail-settings.ts";
export { listDirectory, saveDirectory, listUnnamed } from "./operations/directory.ts";
export { getHealth, makeBackup, readBackup, beginDataKey } from "./operations/upkeep.ts";
export { exportAuditEntries, checkAuditTrail, listAuditEntries } from "./operations/audit-trail.ts";
export { beginSecondFactor, finishSecondFactor, beginProof, proveAgain } from "./operations/second-factor.ts";
export {
  listFactors,
  addFactor,
  confirmFactor,
  removeFactor,
  makeRecoveryCodes,
  resetFactor,
} from "./operations/factors.ts";
export { listKeys, addKey, rotateKey, endKey } from "./operations/keys.ts";
