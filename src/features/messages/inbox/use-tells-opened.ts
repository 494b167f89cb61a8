import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useTold } from "#room/features/messages/own-address.ts";
import { toastError } from "#room/ui/toast-store.ts";

/** Whether senders here see when this person opens their messages; undefined if the service tells nobody. */
export function useTellsOpened() {
  const { extensions } = useServiceConfig();
  const client = useQueryClient();
  const told = useTold();
  const save = useMutation({
    ...operationMutation("saveMailbox"),
    // One after the other, so that the last choice is the one that stays.
    scope: { id: "tells-opened" },
    onSuccess: () => client.invalidateQueries({ queryKey: ["listDirectAddresses"] }),
    onError: (error) => toastError("The setting wasn’t saved", error),
  });
  const isOn = save.isPending ? save.variables.tellsOpened : told?.tellsOpened;
  if (typeof isOn !== "boolean" || !extensions.includes("saveMailbox")) return undefined;
  return { isOn, toggle: () => save.mutate({ tellsOpened: !isOn }) };
}
