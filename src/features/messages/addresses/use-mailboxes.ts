import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { maxMailboxes } from "#room/contract/operations/mailboxes.ts";
import { useOwnDomains } from "#room/features/messages/own-address.ts";
import { domainOf, formFault, type Reach } from "./check-address.ts";

const setOf = (addresses: readonly string[]) => new Set(addresses.map((address) => address.toLowerCase()));

/** What is known of those of the addresses that should be at this clinic. */
export function useMailboxes(addresses: readonly string[]): Pick<Reach, "missing" | "unread"> {
  const own = useOwnDomains();
  const isOffered = useServiceConfig().extensions.includes("checkMailboxes");
  const asked = [...new Set(addresses)]
    .filter((address) => own.includes(domainOf(address)) && formFault(address) === undefined)
    .toSorted()
    .slice(0, maxMailboxes);
  const { data } = useQuery({
    ...operationQuery("checkMailboxes", { addresses: asked }),
    enabled: isOffered && asked.length > 0,
    // While one more is typed, what is known of the others still holds.
    placeholderData: (before) => before,
  });
  return useMemo(
    () => (data ? { missing: setOf(data.missing), unread: setOf(data.unread ?? []) } : {}),
    [data],
  );
}
