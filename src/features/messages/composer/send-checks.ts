import {
  checkAddress,
  domainOf,
  isOwnDomain,
  type Reach,
} from "#room/features/messages/addresses/check-address.ts";
import {
  attachmentBudget,
  type AttachmentLimits,
} from "#room/features/messages/attachments/attachment-budget.ts";
import { hasBlanks } from "#room/billing/letters/letter-fields.ts";
import { type ComposerState, type RecipientField, recipientFields } from "./composer-state.ts";

/** What blocks sending, by field. */
export interface SendFault {
  field: RecipientField | "subject" | "text" | "attachments";
  message: string;
}

export interface SendContext extends Reach {
  limits: AttachmentLimits;
  subjectLimit: number;
  /** In lower case. */
  known: ReadonlySet<string>;
  /** Who else has answered the letter of a shared mailbox that this answers. */
  answeredBy?: string | undefined;
  /** Who else has taken it. */
  takenBy?: string | undefined;
}

export function sendFaults(state: ComposerState, context: SendContext): SendFault[] {
  const { limits, subjectLimit } = context;
  const faults: SendFault[] = [];
  const total = recipientFields.reduce((sum, field) => sum + state[field].length, 0);
  if (total === 0) faults.push({ field: "to", message: "Add at least one recipient." });
  else if (state.to.length === 0) {
    faults.push({ field: "to", message: "Add someone under To. Cc and Bcc alone are not enough." });
  }
  for (const field of recipientFields) {
    for (const entry of state[field]) {
      const fault = checkAddress(entry.address || entry.text, context).find((finding) => finding.blocks);
      if (fault) faults.push({ field, message: fault.message });
    }
  }
  if (state.subject.length > subjectLimit) {
    faults.push({
      field: "subject",
      message: `The subject has ${state.subject.length} characters; the limit is ${subjectLimit}.`,
    });
  }
  if (state.text.trim() === "" && state.attachments.length === 0) {
    faults.push({
      field: "text",
      message: "Write a message or attach a file. Many recipients reject empty messages.",
    });
  }
  const bodyBytes = (state.html.length + state.text.length) * 2;
  for (const fault of attachmentBudget(state.attachments, bodyBytes, limits).faults) {
    faults.push({ field: "attachments", message: fault.message });
  }
  return faults;
}

/** A doubt to ask about once. */
export interface SendQuestion {
  id: "no-attachment" | "answered" | "taken" | "unread" | "many" | "outside" | "no-subject" | "blanks";
  message: string;
}

const attachmentWords =
  /\b(?:attach(?:ed|ment|ments|ing)?|enclosed|enclosure|see (?:the )?(?:file|document|scan|pdf)|anbei|angehängt|ci-joint|adjunt[oa]s?)\b/i;

/** The text written here, without quotes. */
export function writtenText(text: string): string {
  const lines = text.split("\n");
  const quote = lines.findIndex((line) =>
    /^(?:>|on .{4,200}wrote:$|---- forwarded message ----)/i.test(line.trim()),
  );
  return (quote < 0 ? lines : lines.slice(0, quote)).join("\n");
}

export function sendQuestions(
  state: ComposerState,
  {
    ownDomains,
    known,
    unread,
    answeredBy,
    takenBy,
  }: Pick<SendContext, "ownDomains" | "known" | "unread" | "answeredBy" | "takenBy">,
): SendQuestion[] {
  const questions: SendQuestion[] = [];
  if (answeredBy !== undefined)
    questions.push({ id: "answered", message: `${answeredBy} has already answered this message.` });
  if (takenBy !== undefined)
    questions.push({ id: "taken", message: `${takenBy} has taken this message and may be answering it.` });
  const everyone = recipientFields.flatMap((field) => state[field]);
  const lost = everyone.flatMap(({ address }) => (unread?.has(address.toLowerCase()) ? [address] : []));
  if (lost.length > 0)
    questions.push({ id: "unread", message: `Nobody at your clinic reads messages to ${lost.join(", ")}.` });
  if (state.subject.trim() === "") {
    questions.push({ id: "no-subject", message: "There is no subject." });
  }
  if (hasBlanks(writtenText(state.text))) {
    questions.push({ id: "blanks", message: "A blank (____) is not filled in." });
  }
  if (state.attachments.length === 0 && attachmentWords.test(writtenText(state.text))) {
    questions.push({
      id: "no-attachment",
      message: "Your message mentions an attachment, but nothing is attached.",
    });
  }
  if (state.toAll && everyone.length > 5) {
    questions.push({ id: "many", message: `This reply goes to ${everyone.length} people.` });
  }
  // A question that every letter to a provider asks would be read by nobody.
  const strangers = everyone.filter(({ address }) => !known.has(address.toLowerCase()));
  const outside = [...new Set(strangers.map((entry) => domainOf(entry.address)))].filter(
    (domain) => ownDomains.length > 0 && domain !== "" && !isOwnDomain(domain, ownDomains),
  );
  if (outside.length > 0) {
    questions.push({
      id: "outside",
      message: `It goes to someone new outside your clinic: ${outside.join(", ")}.`,
    });
  }
  return questions.filter((question) => !state.asked.includes(question.id));
}
