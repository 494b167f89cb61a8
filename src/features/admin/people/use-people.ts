import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";

type PeopleOperation = "addPerson" | "changePerson" | "endPersonSessions" | "makePersonLink" | "resetFactor";

/** Changes a person; the list is reloaded whether or not that succeeded. */
export function useChangePeople<K extends PeopleOperation>(operation: K) {
  const client = useQueryClient();
  return useMutation({
    ...operationMutation(operation),
    // The answer may contain a link: drop it as soon as nothing shows it.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ["listPeople"] }),
  });
}
