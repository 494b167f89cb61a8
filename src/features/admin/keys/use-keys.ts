import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";

/** Changes a key; the list is read anew whatever became of it. */
export function useChangeKeys<K extends "addKey" | "rotateKey" | "endKey">(operation: K) {
  const client = useQueryClient();
  return useMutation({
    ...operationMutation(operation),
    // A secret is in the answer: it is let go as soon as nobody looks at it.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ["listKeys"] }),
  });
}
