import type { BlockReason, Blocked } from "./outbox-entry.ts";

const blockWords: Readonly<Record<BlockReason, string>> = {
  example: "This is an example: it stays on this device and is never billed.",
  charged: "This visit has its invoice. Nothing more can be sent for it.",
  voided: "Its invoice was voided. Nothing more can be sent for it.",
  "already-queued": "It is in the outbox. If it is on hold, release it; to change it, withdraw it first.",
  "unknown-needs-word": "It may have been charged. Send it again only if you know that it was not.",
  "unknown-changed": "It was changed after an attempt that got no answer. Send the same again first.",
  "to-be-merged":
    "A newer version of this visit waits beside your changes. Merge the two before you send it.",
  outdated:
    "A newer version of this visit came in after you changed it. Open it and look at both before you send it.",
  unfinished: "Open the visit and look at it before you send it.",
  replaced: "It was replaced by a corrected version.",
  "visit-unsettled":
    "Another event of this visit is on its way or got no answer. Wait for that one, or the visit could be charged twice.",
  "visit-charged": "Another submission has charged this visit. Nothing more can be sent for it.",
  taken: "Somebody else is working on this visit. Take it over before you send it.",
  "not-taken":
    "You don’t have this visit now. Take it before you send it: somebody else may be working on it.",
  "visit-closed": "This visit was closed without billing. Reopen it before you send it.",
  "visit-corrected":
    "The invoice that this corrects was replaced or voided since. Nothing more can be sent for it: look at what is billed now.",
  "corrected-elsewhere":
    "This service can’t correct a charge from here. Open the visit to see what changes, and hand that to its billing office.",
  unexplained: "It corrects a charge: open it, look at the difference, and say why before it is sent.",
  "blocking-faults": "It has problems that the service would refuse.",
  "changed-since": "It was changed after you looked at it. Look at it again before you send it.",
  "not-found": "It is no longer on this device.",
};

export function blocked(reason: BlockReason): Blocked {
  return { kind: "blocked", reason, message: blockWords[reason] };
}

export function takenBy(name: string): Blocked {
  const message = `${name} is working on this visit. Take it over before you send it.`;
  return { kind: "blocked", reason: "taken", message };
}
