import type { Migration } from "#room/server/store/migration.ts";
import { chargedEvents, usersAndSessions, messages, codeSets, messageBodies } from "./0001-to-0005.ts";
import {
  auditAndSignIn,
  mailQueued,
  attachmentPieces,
  mailOrder,
  mailOutcomes,
  sentMessages,
  signInAndTrail,
} from "./0006-to-0012.ts";
import { visits } from "./0013-visits.ts";
import {
  codeNotice,
  roles,
  visitsOver,
  directory,
  findInTrail,
  people,
  secondFactor,
  programKeys,
  dataKeys,
  doneInMemory,
  trailIndex,
} from "./0014-to-0024.ts";
import { trailAnchor, codeUploads, printedPassword, restoredBackup, mailAttempts } from "./0025-to-0029.ts";
import { visitLists, writeProbe, noPrintedPassword, countedDays, needByClinicDays } from "./0030-to-0034.ts";
import { trailSubjects } from "./0040-trail-subjects.ts";
import { mailboxChanges } from "./0041-mailbox-changes.ts";
import { standingInvoices } from "./0042-standing-invoices.ts";
import { deliveryNotices } from "./0043-delivery-notices.ts";
import { figures } from "./0045-figures.ts";
import { clinicHead } from "./0055-clinic-head.ts";
import { visitNaming } from "./0056-visit-naming.ts";
import { messageMarks } from "./0060-message-marks.ts";
import { deedsByTime } from "./0061-deeds-by-time.ts";
import { heldReasons } from "./0064-held-reasons.ts";
import { messageSearch } from "./0065-message-search.ts";
import { sentOnService } from "./0066-sent-on-service.ts";
import { notesByPerson } from "./0067-notes-by-person.ts";
import { conversations } from "./0068-conversations.ts";
import { mailSettings } from "./0070-mail-settings.ts";
import { letterWords } from "./0071-letter-words.ts";
import { sharedMailboxes } from "./0069-shared-mailboxes.ts";
import { drafts } from "./0072-drafts.ts";
import { openedHere } from "./0073-opened-here.ts";
import { sharedSent } from "./0075-shared-sent.ts";
import { formerServers } from "./0074-former-servers.ts";
import { sentByClient } from "./0078-sent-by-client.ts";
import { unsettledClaims } from "./0079-unsettled-claims.ts";
import { openReasons } from "./0076-open-reasons.ts";

/** All migrations, in the order they are applied. Add yours at the end, in a file of its own; older ones share files. */
export const migrations: readonly Migration[] = [
  usersAndSessions,
  chargedEvents,
  messages,
  codeSets,
  messageBodies,
  mailQueued,
  auditAndSignIn,
  attachmentPieces,
  mailOrder,
  mailOutcomes,
  sentMessages,
  signInAndTrail,
  visits,
  codeNotice,
  roles,
  visitsOver,
  directory,
  findInTrail,
  people,
  secondFactor,
  programKeys,
  dataKeys,
  doneInMemory,
  trailIndex,
  trailAnchor,
  codeUploads,
  printedPassword,
  restoredBackup,
  mailAttempts,
  visitLists,
  writeProbe,
  noPrintedPassword,
  countedDays,
  needByClinicDays,
  trailSubjects,
  mailboxChanges,
  standingInvoices,
  deliveryNotices,
  figures,
  clinicHead,
  visitNaming,
  messageMarks,
  deedsByTime,
  heldReasons,
  messageSearch,
  sentOnService,
  notesByPerson,
  conversations,
  mailSettings,
  letterWords,
  drafts,
  openedHere,
  openReasons,
  sharedMailboxes,
  sharedSent,
  sentByClient,
  formerServers,
  unsettledClaims,
];
