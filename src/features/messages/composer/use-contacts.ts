import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Contact } from "#room/workspace/storage/kept-value.ts";
import { withSenders } from "./suggest-contacts.ts";

/** People the user may want to write to: everyone written to or read before, and every sender in the list. */
export function useContacts(): readonly Contact[] {
  const kept = useKept(useWorkspace().contacts);
  // The rail has requested it already; an answer of any age will do.
  const { data } = useQuery({ ...inboxQuery(), staleTime: Number.POSITIVE_INFINITY });
  const summaries = data?.summaries;
  return useMemo(() => withSenders(kept, summaries ?? []), [kept, summaries]);
}
