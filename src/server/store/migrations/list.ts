import { auditAndSignIn } from "./0007-audit-and-sign-in.ts";
import { attachmentPieces } from "./0008-attachment-pieces.ts";
import { signInAndTrail } from "./0012-sign-in-and-trail.ts";
import type { Migration } from "#room/server/store/migration.ts";
import { chargedEvents } from "./0002-charged-events.ts";
import { codeNotice } from "./0014-code-notice.ts";
import { codeUploads } from "./0026-code-uploads.ts";
import { codeSets } from "./0004-code-sets.ts";
import { messageBodies } from "./0005-message-bodies.ts";
import { mailOrder } from "./0009-mail-order.ts";
import { mailOutcomes } from "./0010-mail-outcomes.ts";
import { mailQueued } from "./0006-mail-queued.ts";
import { messages } from "./0003-messages.ts";
import { sentMessages } from "./0011-sent-messages.ts";
import { findInTrail } from "./0018-find-in-trail.ts";
import { people } from "./0019-people.ts";
import { secondFactor } from "./0020-second-factor.ts";
import { trailIndex } from "./0024-trail-index.ts";
import { trailAnchor } from "./0025-trail-anchor.ts";
import { programKeys } from "./0021-program-keys.ts";
import { doneInMemory } from "./0023-done-in-memory.ts";
import { restoredBackup } from "./0028-restored-backup.ts";
import { countedDays } from "./0033-counted-days.ts";
import { writeProbe } from "./0031-write-probe.ts";
import { noPrintedPassword } from "./0032-no-printed-password.ts";
import { mailAttempts } from "./0029-mail-attempts.ts";
import { printedPassword } from "./0027-printed-password.ts";
import { roles } from "./0015-roles.ts";
import { visitLists } from "./0030-visit-lists.ts";
import { visits } from "./0013-visits.ts";
import { visitsOver } from "./0016-visits-over.ts";
import { dataKeys } from "./0022-data-keys.ts";
import { directory } from "./0017-directory.ts";
import { usersAndSessions } from "./0001-users-and-sessions.ts";

/** All migrations, in the order they are applied. Add yours at the end. */
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
];
