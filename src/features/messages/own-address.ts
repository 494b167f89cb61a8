import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Email } from "#room/contract/schemas/email.ts";
import { domainOf } from "./addresses/check-address.ts";
import { parseAddresses } from "./addresses/parse-addresses.ts";

const preference = "messages.ownAddresses";

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export function useTold() {
  const isSupported = useServiceConfig().extensions.includes("listDirectAddresses");
  return useQuery({ ...operationQuery("listDirectAddresses", {}), enabled: isSupported }).data;
}

/** The addresses this user may send from; undefined until the service has told them, or if it does not. */
export function useToldAddresses(): readonly string[] | undefined {
  return useTold()?.addresses;
}

/** Whom one can write to at the clinic; undefined until the service has told it, or if it does not. */
export function useClinicAddresses() {
  return useTold()?.clinic ?? undefined;
}

/**
 * This user's own addresses, as far as they are known. The interface does not give them: if the service has no
 * extension that does, they are those at which received mail reached this user.
 */
export function useOwnAddresses(): readonly string[] {
  const { preferences, userName } = useWorkspace();
  const kept = listOf(useKept(preferences)[preference]);
  const told = useToldAddresses();
  if (told && told.length > 0) return told;
  return kept.length === 0 && userName.includes("@") ? [userName] : kept;
}

export function useOwnDomains(): readonly string[] {
  return [...new Set(useOwnAddresses().map(domainOf))].filter((domain) => domain !== "");
}

/**
 * The address at which a received message reached this user: the one that contains the user name. Undefined if none
 * does; a guess could take another clinic for the user's own.
 */
export function ownAddressIn(email: Email, userName: string): string | undefined {
  const all = [...(email.to ?? []), ...(email.cc ?? [])]
    .flatMap(parseAddresses)
    .map((entry) => entry.address);
  const name = userName.toLowerCase();
  return all.find(
    (address) => address.toLowerCase() === name || address.toLowerCase().startsWith(`${name}@`),
  );
}

export function withOwnAddress(preferences: Readonly<Record<string, unknown>>, address: string) {
  const known = listOf(preferences[preference]);
  if (known.some((one) => one.toLowerCase() === address.toLowerCase())) return preferences;
  return { ...preferences, [preference]: [...known, address].slice(-10) };
}
