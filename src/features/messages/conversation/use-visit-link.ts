import { useMutation } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { toastError } from "#room/ui/toast-store.ts";

export function useVisitLink(messageId: number, onChanged: () => void) {
  return useMutation({
    mutationFn: (change: { readonly visitId: string; readonly isRemoved?: boolean }) =>
      callOperation("nameMessageVisit", { messageId, ...change }),
    onSuccess: onChanged,
    onError: (error) => toastError("The visit couldn’t be changed", error),
  });
}
