import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";

/** Changes a key; the list is reloaded whether or not that succeeded. */
export function useChangeKeys<K extends "addKey" | "rotateKey" | "endKey">(operation: K) {
  const client = useQueryClient();
  return useMutation({
    ...operationMutation(operation),
    // The answer contains a secret: drop it as soon as nothing shows it.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ["listKeys"] }),
  });
}
