import { given } from "#room/contract/keys-of.ts";
import type { KeptAttachment, MessageDraft } from "#room/workspace/messages/message-record.ts";
import {
  parseAddresses,
  type ParsedAddress,
  withoutDuplicates,
} from "#room/features/messages/addresses/parse-addresses.ts";

export type RecipientField = "to" | "cc" | "bcc";
export const recipientFields = ["to", "cc", "bcc"] as const;

export interface ComposerState {
  to: readonly ParsedAddress[];
  cc: readonly ParsedAddress[];
  bcc: readonly ParsedAddress[];
  /** Typed but not a tag yet. */
  pending: Readonly<Record<RecipientField, string>>;
  subject: string;
  mode: "rich" | "plain";
  html: string;
  text: string;
  attachments: readonly KeptAttachment[];
  /** "Reply to …" or "Forward: …"; nothing for a new message. */
  title: string;
  /** The own address it is sent from; absent: the first. */
  from?: string;
  inReplyTo?: number;
  /** That message is passed on, not answered. */
  isForward: boolean;
  visitId?: string;
  /** The own message this sends again. */
  resendOf?: string;
  /** A reply to all: asks first if there are more than five recipients. */
  toAll: boolean;
  /** Questions already asked, which are not asked again. */
  asked: readonly string[];
}

export const emptyComposer: ComposerState = {
  to: [],
  cc: [],
  bcc: [],
  pending: { to: "", cc: "", bcc: "" },
  subject: "",
  mode: "rich",
  html: "",
  text: "",
  attachments: [],
  title: "",
  isForward: false,
  toAll: false,
  asked: [],
};

/** Values without a place in the wire's draft, kept alongside it in the workspace. */
interface ComposerExtras {
  names: Record<string, string>;
  pending: ComposerState["pending"];
  title: string;
  isForward: boolean;
  toAll: boolean;
  asked: readonly string[];
}

function extrasOf(value: unknown): Partial<ComposerExtras> {
  // Written only by toDraft; each member is validated where it is read.
  return typeof value === "object" && value !== null ? (value as Partial<ComposerExtras>) : {};
}

export function isEmptyComposer(state: ComposerState): boolean {
  const typed = recipientFields.some(
    (field) => state[field].length > 0 || state.pending[field].trim() !== "",
  );
  return !typed && state.subject.trim() === "" && state.text.trim() === "" && state.attachments.length === 0;
}

export function toDraft(state: ComposerState): MessageDraft {
  const names: Record<string, string> = {};
  for (const field of recipientFields) {
    for (const entry of state[field]) if (entry.name !== "") names[entry.address] = entry.name;
  }
  const addresses = (field: RecipientField) => state[field].map((entry) => entry.address || entry.text);
  const { pending, title, isForward, toAll, asked, from, inReplyTo, visitId, resendOf } = state;
  const extras: ComposerExtras = { names, pending, title, isForward, toAll, asked };
  return {
    to: addresses("to"),
    cc: addresses("cc"),
    bcc: addresses("bcc"),
    subject: state.subject,
    textBody: state.text,
    ...(state.mode === "rich" ? { htmlBody: state.html } : {}),
    attachments: state.attachments,
    ...given({ from, inReplyTo, visitId, resendOf }),
    ...(isForward ? { isForward } : {}),
    ...(asked.includes("answered") ? { isFurtherAnswer: true } : {}),
    composer: extras,
  };
}

export function fromDraft(draft: MessageDraft): ComposerState {
  const extras = extrasOf(draft.composer);
  const { from, inReplyTo, visitId, resendOf } = draft;
  const entries = (list: readonly string[]): ParsedAddress[] =>
    list.map((text) => {
      const isAddress = text.includes("@");
      return { name: extras.names?.[text] ?? "", address: isAddress ? text : "", text };
    });
  return {
    ...emptyComposer,
    to: entries(draft.to),
    cc: entries(draft.cc),
    bcc: entries(draft.bcc),
    pending: { ...emptyComposer.pending, ...extras.pending },
    subject: draft.subject,
    mode: draft.htmlBody === undefined ? "plain" : "rich",
    html: draft.htmlBody ?? "",
    text: draft.textBody,
    attachments: draft.attachments,
    ...given({ from, inReplyTo, visitId, resendOf }),
    title: extras.title ?? "",
    isForward: extras.isForward === true,
    toAll: extras.toAll === true,
    asked: Array.isArray(extras.asked) ? extras.asked : [],
  };
}

/** Adds typed or pasted addresses to a field; an address appears only once across all three fields. */
export function withRecipients(state: ComposerState, field: RecipientField, text: string): ComposerState {
  const taken = new Set(
    recipientFields.flatMap((name) => state[name].map((entry) => entry.address.toLowerCase())),
  );
  const added = withoutDuplicates(parseAddresses(text))
    .filter((entry) => entry.address === "" || !taken.has(entry.address.toLowerCase()))
    .map((entry) => ({ ...entry, text: entry.address || entry.text }));
  return { ...state, [field]: [...state[field], ...added], pending: { ...state.pending, [field]: "" } };
}

/** The same with half-typed text taken as it is. */
export function withPendingTaken(state: ComposerState): ComposerState {
  return recipientFields.reduce(
    (taken, field) =>
      taken.pending[field].trim() === "" ? taken : withRecipients(taken, field, taken.pending[field]),
    state,
  );
}
