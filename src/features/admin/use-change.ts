import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";

const listsOf = {
  addKey: ["listKeys"],
  rotateKey: ["listKeys"],
  endKey: ["listKeys"],
  confirmRestored: ["listKeys", "listPeople"],
  addPerson: ["listPeople"],
  changePerson: ["listPeople"],
  saveSharedMailbox: ["listSharedMailboxes", "listDirectAddresses"],
} as const;

/** Changes a key or a person; the list is reloaded whether or not that succeeded. */
export function useChange<K extends keyof typeof listsOf>(operation: K) {
  const client = useQueryClient();
  return useMutation({
    ...operationMutation(operation),
    // The answer may contain a secret: drop it as soon as nothing shows it.
    gcTime: 0,
    onSettled: () =>
      Promise.all(listsOf[operation].map((list) => client.invalidateQueries({ queryKey: [list] }))),
  });
}
