import type { Handlers } from "./handler.ts";
import { authenticate } from "./handlers/authenticate.ts";
import { chargeVisit } from "./handlers/charge-visit.ts";
import { describeDiagnosis } from "./handlers/describe-diagnosis.ts";
import { findSentMessages } from "./handlers/find-sent-messages.ts";
import { getMessage } from "./handlers/get-message.ts";
import { getVisitInvoice } from "./handlers/get-visit-invoice.ts";
import { importCodeSet } from "./handlers/import-code-set.ts";
import { listCodeSets } from "./handlers/list-code-sets.ts";
import { listDirectAddresses } from "./handlers/list-direct-addresses.ts";
import { listMessageSummaries } from "./handlers/list-message-summaries.ts";
import { mapDiagnosis } from "./handlers/map-diagnosis.ts";
import { searchDiagnoses } from "./handlers/search-diagnoses.ts";
import { notYet } from "./handlers/not-yet.ts";
import { sendMessage } from "./handlers/send-message.ts";
import { verifyDiagnosis } from "./handlers/verify-diagnosis.ts";

/** Who answers what: one handler for each operation of the registry. */
export const handlers: Handlers = {
  authenticate,
  chargeVisit,
  sendMessage,
  listMessageSummaries,
  verifyDiagnosis,
  getVisitInvoice,
  getMessage,
  searchDiagnoses,
  describeDiagnosis,
  mapDiagnosis,
  listCodeSets,
  importCodeSet,
  listDirectAddresses,
  findSentMessages,
  listVisits: notYet,
  getVisit: notYet,
  takeVisit: notYet,
  releaseVisit: notYet,
  takeNextVisit: notYet,
  noteVisit: notYet,
  snoozeVisit: notYet,
  closeVisit: notYet,
  reopenVisit: notYet,
  summarizeVisits: notYet,
  listChanges: notYet,
  listVisitViews: notYet,
  saveVisitView: notYet,
  removeVisitView: notYet,
};
