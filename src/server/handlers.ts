import type { Handlers } from "./define-handler.ts";
import * as programKeys from "./handlers/program-keys.ts";
import { authenticate } from "./handlers/authenticate.ts";
import * as lookAround from "./handlers/look-around.ts";
import * as chargeChecks from "./handlers/charge-checks.ts";
import { chargeVisit } from "./handlers/charge-visit.ts";
import * as visitActions from "./handlers/visit-actions.ts";
import { describeDiagnosis } from "./handlers/describe-diagnosis.ts";
import * as upkeep from "./handlers/upkeep.ts";
import { getDelivery } from "./handlers/get-delivery.ts";
import { findSentMessages } from "./handlers/find-sent-messages.ts";
import * as trail from "./handlers/trail.ts";
import { exportInvoiceLines } from "./handlers/export-invoice-lines.ts";
import { exportVisits } from "./handlers/export-visits.ts";
import * as ownAccount from "./handlers/own-account.ts";
import * as people from "./handlers/people.ts";
import * as welcome from "./handlers/welcome.ts";
import { setUpClinic } from "./handlers/set-up-clinic.ts";
import * as clinic from "./handlers/clinic.ts";
import * as mailSettings from "./handlers/mail-settings.ts";
import { listSharedMailboxes } from "./handlers/list-shared-mailboxes.ts";
import { saveSharedMailbox } from "./handlers/save-shared-mailbox.ts";
import { workOnMessage } from "./handlers/work-on-message.ts";
import { attendSentMessage } from "./handlers/attend-sent-message.ts";
import { listDraftChanges } from "./handlers/list-draft-changes.ts";
import { saveDraft } from "./handlers/save-draft.ts";
import { getDraftFile } from "./handlers/get-draft-file.ts";
import { getDaySheet } from "./handlers/get-day-sheet.ts";
import { getReport } from "./handlers/get-report.ts";
import { closeDay } from "./handlers/close-day.ts";
import { getMessage } from "./handlers/get-message.ts";
import { getVisitInvoice } from "./handlers/get-visit-invoice.ts";
import { correctVisit } from "./handlers/correct-visit.ts";
import { voidInvoice } from "./handlers/void-invoice.ts";
import { getVisit } from "./handlers/get-visit.ts";
import * as codeSets from "./handlers/code-sets.ts";
import { listChanges } from "./handlers/list-changes.ts";
import * as setAsideMail from "./handlers/set-aside-mail.ts";
import { searchMessages } from "./handlers/search-messages.ts";
import { getConversation } from "./handlers/get-conversation.ts";
import { nameMessageVisit } from "./handlers/name-message-visit.ts";
import * as mailboxes from "./handlers/mailboxes.ts";
import { flagMessages } from "./handlers/flag-messages.ts";
import { listMessageChanges } from "./handlers/list-message-changes.ts";
import * as directory from "./handlers/directory.ts";
import { listMessageSummaries } from "./handlers/list-message-summaries.ts";
import * as visitViews from "./handlers/visit-views.ts";
import { listVisits } from "./handlers/list-visits.ts";
import { mapDiagnosis } from "./handlers/map-diagnosis.ts";
import { noteExport } from "./handlers/note-export.ts";
import { searchDiagnoses } from "./handlers/search-diagnoses.ts";
import { sendMessage } from "./handlers/send-message.ts";
import { summarizeVisits } from "./handlers/summarize-visits.ts";
import { verifyDiagnosis } from "./handlers/verify-diagnosis.ts";
import { beginSecondFactor } from "./handlers/begin-second-factor.ts";
import { finishSecondFactor } from "./handlers/finish-second-factor.ts";
import * as factors from "./handlers/factors.ts";
import { confirmFactor } from "./handlers/confirm-factor.ts";
import * as proof from "./handlers/proof.ts";

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
  ...codeSets,
  ...chargeChecks,
  findSentMessages,
  getDelivery,
  listMessageChanges,
  flagMessages,
  ...mailboxes,
  getConversation,
  nameMessageVisit,
  attendSentMessage,
  listDraftChanges,
  saveDraft,
  getDraftFile,
  searchMessages,
  listVisits,
  getVisit,
  ...visitActions,
  summarizeVisits,
  exportVisits,
  getDaySheet,
  getReport,
  exportInvoiceLines,
  noteExport,
  closeDay,
  listChanges,
  ...visitViews,
  ...ownAccount,
  ...people,
  ...welcome,
  setUpClinic,
  ...lookAround,
  ...clinic,
  ...mailSettings,
  listSharedMailboxes,
  saveSharedMailbox,
  workOnMessage,
  ...directory,
  ...setAsideMail,
  ...trail,
  beginSecondFactor,
  finishSecondFactor,
  ...factors,
  confirmFactor,
  ...proof,
  ...programKeys,
  ...upkeep,
};
