import { useQuery } from "@tanstack/react-query";
import { registry, type ResponseOf } from "#room/contract/registry.ts";
import { callOperation } from "./call-operation.ts";
import { isMissingOperation } from "./failures.ts";
import { isWorthRetrying } from "./is-worth-retrying.ts";
import { serviceConfig } from "./service-config.ts";

export function mayAsk(): boolean {
  return serviceConfig().extensions.includes("listCodeSets");
}

export function codeSetsQuery() {
  return {
    queryKey: ["code-sets"] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ResponseOf<"listCodeSets"> | null> => {
      try {
        return await callOperation("listCodeSets", {}, { signal });
      } catch (error) {
        // The service does not have this extension: its answers are kept for the day.
        if (isMissingOperation(error)) return null;
        throw error;
      }
    },
    staleTime: registry.listCodeSets.freshMs,
    refetchInterval: 60_000,
    retry: isWorthRetrying,
  };
}

export function useCodeSets() {
  return useQuery({ ...codeSetsQuery(), enabled: mayAsk() });
}
