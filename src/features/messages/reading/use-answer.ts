import { CancelledError, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { loadCode } from "#room/api/load-code.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { useOwnAddresses } from "#room/features/messages/own-address.ts";
import { forgetKeys, holdKeys, pressHeldKeys } from "#room/features/parts/held-keys.ts";
import { loadAhead } from "#room/features/parts/load-ahead.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { toastError } from "#room/ui/toast-store.ts";
import type { AnswerKind } from "./answer.ts";
import { messageOnceLoaded } from "./use-message.ts";

/** With what makes letters: needed only by who writes. */
const beginning = () => loadCode(() => import("./begin-answer.ts"));
loadAhead(beginning);

export type Answering = ReturnType<typeof useAnswer>;

/**
 * Creates a reply in the workspace and opens it: no part of the message goes through the URL, and it is a draft from
 * the first key on.
 */
export function useAnswer(messageId?: number, summary?: MailboxSummary) {
  const client = useQueryClient();
  const { messages } = useWorkspace();
  const own = useOwnAddresses();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  const open = (draft: string) => navigate({ to: "/messages/compose", search: { draft } });
  const answer = async (kind: AnswerKind) => {
    if (isBusy || messageId === undefined) return;
    setBusy(true);
    // Typed from now on, it is for the answer: the message's page has commands for letters.
    const letGo = holdKeys("typed");
    try {
      const reply = await messageOnceLoaded(client, messageId);
      const { beginAnswer } = await beginning();
      await open(await beginAnswer(messages, { kind, messageId, reply, summary, own }));
    } catch (error) {
      forgetKeys();
      if (error instanceof CancelledError) return;
      toastError("The reply couldn’t be started", error);
    } finally {
      setBusy(false);
      letGo();
      void pressHeldKeys();
    }
  };
  const writeTo = async (address: string) => open(await (await beginning()).beginTo(messages, address));
  return {
    isBusy,
    answer: (kind: AnswerKind) => void answer(kind),
    writeTo: (address: string) => void writeTo(address),
  };
}

const command = commandsOf("Message");

/** Its keys: what is typed after one is for the answer. */
export function useAnswerKeys({ isBusy, answer }: Answering, hasBody = true): void {
  const isEnabled = !isBusy;
  useCommands([
    { ...command("message.reply", "Reply", "r", () => answer("reply")), isEnabled },
    {
      ...command("message.reply-all", "Reply all", "a", () => answer("reply-all")),
      isEnabled: isEnabled && hasBody,
    },
    {
      ...command("message.forward", "Forward", "f", () => answer("forward")),
      isEnabled: isEnabled && hasBody,
    },
  ]);
}
