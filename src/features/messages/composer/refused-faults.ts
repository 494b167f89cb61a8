import { ownValue } from "#room/billing/json-record.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { type ComposerState, recipientFields } from "./composer-state.ts";
import type { SendFault } from "./send-checks.ts";

export interface Refused {
  /** What happened, for the top of the composer. */
  title: string;
  advice: string;
  requestId: string | undefined;
  faults: readonly SendFault[];
}

const advices: Partial<Record<string, string>> = {
  recipientInvalid: "Correct or remove the marked address, then send again.",
  recipientNotSpecified: "Add at least one recipient, then send again.",
  toFieldRequired: "Add someone under To, then send again.",
  unauthorizedAccess:
    "You don’t have permission to send from this mailbox. Ask your administrator. Your draft is saved.",
  badSessionKey: "Sign in, then send again. Your draft is saved.",
  hasSessionKeyExpired: "Sign in, then send again. Your draft is saved.",
};

/** The service's refusals, each flag at its field. Undefined if the last attempt was not refused. */
export function refusedFaults(entry: MessageEntry | undefined, state: ComposerState): Refused | undefined {
  const attempt = entry?.attempts.at(-1);
  if (entry?.state !== "refused" || attempt === undefined) return undefined;
  const code = attempt.code ?? "";
  const message = attempt.message ?? "The service rejected the message.";
  return {
    title: "The service rejected the message. Nothing was sent to anyone.",
    advice: ownValue(advices, code) ?? message,
    requestId: attempt.requestId,
    faults: faultsOf(code, message, state),
  };
}

function faultsOf(code: string, message: string, state: ComposerState): SendFault[] {
  if (code === "toFieldRequired" || code === "recipientNotSpecified") return [{ field: "to", message }];
  if (code !== "recipientInvalid") return [];
  const words = message.toLowerCase();
  const named = recipientFields.filter((field) =>
    state[field].some((entry) => entry.address !== "" && words.includes(entry.address.toLowerCase())),
  );
  return (named.length === 0 ? (["to"] as const) : named).map((field) => ({ field, message }));
}
