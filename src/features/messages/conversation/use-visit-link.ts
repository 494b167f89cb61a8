import { useMutation } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { toast } from "#room/ui/toast-store.ts";

export function useVisitLink(messageId: number, onChanged: () => void) {
  return useMutation({
    mutationFn: (change: { readonly visitId: string; readonly isRemoved?: boolean }) =>
      callOperation("nameMessageVisit", { messageId, ...change }),
    onSuccess: onChanged,
    onError: (error) =>
      toast({ title: "The visit couldn’t be changed", detail: error.message, tone: "bad", stays: 0 }),
  });
}
