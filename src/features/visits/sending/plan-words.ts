import type { BlockReason } from "#room/workspace/attempts/outbox-entry.ts";

interface BlockWords {
  readonly title: string;
  readonly forecast: string;
  /** In a dry run, after the count: singular and plural. */
  readonly one: string;
  readonly many: string;
  /** What it means for the bill and what to do, when the plan's own message does not say everything. */
  readonly meaning?: string;
}

const correctionWords =
  "Your changes stay here as a draft. “Correct this charge” sends them as a correction, or says who can make it.";

/** In the order in which a dry run tells them. */
export const blockWords: Readonly<Record<BlockReason, BlockWords>> = {
  example: {
    title: "Not sent: this is an example",
    forecast: "never sent: this is an example",
    one: "is an example and is never sent",
    many: "are examples and are never sent",
  },
  charged: {
    title: "This visit is already charged",
    forecast: "already charged",
    one: "is already charged",
    many: "are already charged",
    meaning: correctionWords,
  },
  voided: {
    title: "This visit’s invoice was voided",
    forecast: "void: nothing is billed",
    one: "is void",
    many: "are void",
    meaning: "To bill it after all, copy it to a new visit.",
  },
  "to-be-merged": {
    title: "Merge the newer version first",
    forecast: "can’t be sent: merge the newer version first",
    one: "must be merged with a newer version first",
    many: "must be merged with newer versions first",
  },
  outdated: {
    title: "A newer version came in",
    forecast: "can’t be sent: a newer version came in",
    one: "is older than what came in since: open it first",
    many: "are older than what came in since: open them first",
  },
  unfinished: {
    title: "An entry was never finished",
    forecast: "can’t be sent: an entry was never finished",
    one: "has an entry that was never finished: open it first",
    many: "have entries that were never finished: open them first",
  },
  "blocking-faults": {
    title: "Fix the problems first",
    forecast: "can’t be sent: fix the problems first",
    one: "has problems to fix",
    many: "have problems to fix",
  },
  "changed-since": {
    title: "It was changed meanwhile",
    forecast: "can’t be sent: it was changed meanwhile",
    one: "was changed meanwhile: look at it again",
    many: "were changed meanwhile: look at them again",
  },
  "already-queued": {
    title: "It is in the outbox already",
    forecast: "in the outbox",
    one: "is in the outbox already",
    many: "are in the outbox already",
  },
  "unknown-needs-word": {
    title: "Send the same again?",
    forecast: "sent again only after you confirm: the last attempt got no answer",
    one: "got no answer and is sent again only by itself, after you confirm",
    many: "got no answer and are sent again only one at a time, after you confirm",
    meaning:
      "The last attempt got no answer, so its invoice may exist. This service has not said that sending one twice is safe: if it took the first one, sending it again could bill the visit twice. What is sent is exactly what was sent before, with the same ID.",
  },
  "unknown-changed": {
    title: "Find out about the last attempt first",
    forecast: "can’t be sent: the last attempt got no answer",
    one: "got no answer and was changed since: send the same again first",
    many: "got no answer and were changed since: send the same again first",
    meaning:
      "The last attempt got no answer, so its invoice may exist. Send exactly what was sent before to find out. Your changes are kept, and can be sent after that.",
  },
  "visit-unsettled": {
    title: "Another submission for this visit has no answer yet",
    forecast: "can’t be sent yet: another submission for this visit has no answer",
    one: "is waiting on another submission for the same visit",
    many: "are waiting on another submission for the same visit",
  },
  "visit-charged": {
    title: "Another submission has charged this visit",
    forecast: "can’t be sent: charged by another submission",
    one: "belongs to a visit that another submission has charged",
    many: "belong to visits that other submissions have charged",
    meaning: correctionWords,
  },
  taken: {
    title: "Someone else has this visit",
    forecast: "can’t be sent: someone else has this visit",
    one: "is being worked on by someone else",
    many: "are being worked on by someone else",
    meaning: "What you typed stays here as a draft.",
  },
  "not-taken": {
    title: "You don’t have this visit now",
    forecast: "can’t be sent: take this visit first",
    one: "isn’t taken by you: open it and take it first",
    many: "aren’t taken by you: open them and take them first",
    meaning: "What you typed stays here as a draft.",
  },
  "visit-closed": {
    title: "This visit is closed",
    forecast: "can’t be sent: this visit was closed without billing",
    one: "was closed without billing",
    many: "were closed without billing",
    meaning: "What you typed stays here as a draft.",
  },
  "visit-corrected": {
    title: "This invoice was replaced or voided",
    forecast: "can’t be sent: the invoice was replaced or voided since",
    one: "corrects an invoice that was replaced or voided",
    many: "correct invoices that were replaced or voided",
    meaning: "What you typed stays here. If another invoice is billed now, correct that one.",
  },
  "corrected-elsewhere": {
    title: "It is corrected elsewhere",
    forecast: "can’t be sent: hand over what changes",
    one: "corrects a charge, which this service can’t from here",
    many: "correct charges, which this service can’t from here",
  },
  unexplained: {
    title: "Say why it is corrected",
    forecast: "asks why, then replaces the invoice",
    one: "corrects a charge: open it to see the difference and say why",
    many: "correct charges: open them to see the difference and say why",
  },
  replaced: {
    title: "A corrected version takes its place",
    forecast: "replaced by a corrected version",
    one: "is replaced by a corrected version",
    many: "are replaced by corrected versions",
  },
  "not-found": {
    title: "It is no longer on this device",
    forecast: "no longer on this device",
    one: "isn’t on this device: open it first",
    many: "aren’t on this device: open them first",
  },
};
