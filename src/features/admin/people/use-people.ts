import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";

type PeopleOperation = "addPerson" | "changePerson" | "endPersonSessions" | "makePersonLink" | "resetFactor";

/** Changes something of a person; the list is read anew whatever became of it. */
export function useChangePeople<K extends PeopleOperation>(operation: K) {
  const client = useQueryClient();
  return useMutation({
    ...operationMutation(operation),
    // A link may be in the answer: it is let go as soon as nobody looks at it.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ["listPeople"] }),
  });
}
