import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useDraftsOnService } from "./drafts/use-drafts-on-service.ts";
import { isShownItself } from "./sent/shown-composers.ts";
import { useSentElsewhere } from "./sent/use-sent-elsewhere.ts";
import { useSettledByService } from "./sent/use-unknown-letters.ts";
import { shownSubject } from "./shown-text.ts";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import { toast } from "#room/ui/toast-store.ts";
import type { Settled } from "#room/workspace/attempts/outbox-entry.ts";

const ComposerDialog = lateDialog(
  async () => (await import("./composer/composer-dialog.tsx")).ComposerDialog,
  // Its writing field is larger than everything else, and only some write.
  false,
);

const command = commandsOf("Messages");

/**
 * Mounted once in the frame: the composer over any page, and notices about messages whose composer is no longer open.
 */
export function ComposerHost() {
  const [draftId, setDraftId] = useState<string>();
  useMessageOutcomes();
  useSettledByService();
  useSentElsewhere();
  useDraftsOnService();
  // The messages pages have their own composer, with the same shortcut.
  const isAmongMessages = useLocation({ select: ({ pathname }) => pathname.startsWith("/messages") });
  const compose = () => setDraftId(crypto.randomUUID().replaceAll("-", ""));
  const write = command("messages.compose-here", "Write a message", "c", compose);
  useCommands([{ ...write, words: "compose mail", isEnabled: !isAmongMessages }]);
  if (draftId === undefined) return null;
  const close = () => setDraftId(undefined);
  return <ComposerDialog key={draftId} draftId={draftId} onClose={close} onNew={compose} />;
}

/** Shown only if no composer shows it: "sent" briefly, anything else until dismissed. */
function useMessageOutcomes(): void {
  const { outbox, messages } = useWorkspace();
  const navigate = useNavigate();
  useEffect(() => {
    const notify = ({ id, kind, outcome, message }: Settled) => {
      if (kind !== "message" || isShownItself(id)) return;
      const subject = shownSubject(messages.entry(id)?.subject);
      const tell = (tone: Tone, title: string, detail: string, label: string) =>
        toast({
          title,
          detail: `${subject}: ${detail}`,
          tone,
          stays: 0,
          action: { label, run: () => void navigate({ to: "/messages/compose", search: { draft: id } }) },
        });
      if (outcome === "sent") toast({ title: "Message sent", detail: subject, tone: "ok" });
      else if (outcome === "refused")
        tell("bad", "The message was rejected", message ?? "it wasn’t sent", "Fix it");
      else if (outcome === "unknown") {
        const detail = "no answer came back. It won’t be sent again unless you say so.";
        tell("ask", "We don’t know whether the message was sent", detail, "Open it");
      }
    };
    return outbox.onSettled(notify);
  }, [outbox, messages, navigate]);
}
