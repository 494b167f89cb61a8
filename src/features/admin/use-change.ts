import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";

/** The list that an operation changes. */
const listOf = {
  addKey: "listKeys",
  rotateKey: "listKeys",
  endKey: "listKeys",
  addPerson: "listPeople",
  changePerson: "listPeople",
  endPersonSessions: "listPeople",
  makePersonLink: "listPeople",
  resetFactor: "listPeople",
} as const;

/** Changes a key or a person; the list is reloaded whether or not that succeeded. */
export function useChange<K extends keyof typeof listOf>(operation: K) {
  const client = useQueryClient();
  return useMutation({
    ...operationMutation(operation),
    // The answer may contain a secret: drop it as soon as nothing shows it.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: [listOf[operation]] }),
  });
}
