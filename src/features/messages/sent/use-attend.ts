import { useQueryClient } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";

/** Marks failed deliveries of a sent message as dealt with, at the service if it keeps that. Each can be undone. */
export function useAttend({ id, messageId, attended }: MessageEntry) {
  const { messages } = useWorkspace();
  const client = useQueryClient();
  const attend = async (matters: readonly string[]) => {
    if (messageId === undefined || !serviceConfig().extensions.includes("attendSentMessage"))
      return messages.attend(id, matters);
    await callOperation("attendSentMessage", { messageId, attended: [...matters] });
    // What this browser alone knew is at the service now.
    if (attended) await messages.attend(id, []);
    return client.invalidateQueries({ queryKey: ["findSentMessages"] });
  };
  const mark = (matters: readonly string[], title: string, before?: readonly string[]): Promise<unknown> =>
    attend(matters).then(
      () =>
        toast({
          title,
          ...(before && { action: { label: "Undo", run: () => void mark(before, "On the list again") } }),
        }),
      (error: unknown) =>
        toast({ title: "It wasn’t saved", detail: describeFailure(error).detail, tone: "bad" }),
    );
  return mark;
}
