import { createContext, useContext, useSyncExternalStore } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { KeptValue } from "#room/workspace/kept-value.ts";
import type { MessageEntry } from "#room/workspace/message-record.ts";
import type { OutboxStatus } from "#room/workspace/outbox-entry.ts";
import type { VisitSummary } from "#room/workspace/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** The workspace as the pages use it: its events are drafts of AutoChargedEvent. */
export type ConsoleWorkspace = Workspace<DraftEvent>;

export const WorkspaceContext = createContext<ConsoleWorkspace | undefined>(undefined);

/** The signed-in user's workspace. Pages stand behind the session gate, so there is one. */
export function useWorkspace(): ConsoleWorkspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("No workspace is open: this part stands outside the session gate");
  return workspace;
}

/** Every event of the queue, newest first; the same array until something changes. */
export function useVisitRecords(): readonly VisitSummary[] {
  const { visits } = useWorkspace();
  return useSyncExternalStore(visits.subscribe, visits.list);
}

/** One event's row, or undefined when this browser does not have it. */
export function useVisitSummary(eventId: string): VisitSummary | undefined {
  const { visits } = useWorkspace();
  return useSyncExternalStore(visits.subscribe, () => visits.summary(eventId));
}

/** Drafts, messages on their way, and sent ones. */
export function useOwnMessages(): readonly MessageEntry[] {
  const { messages } = useWorkspace();
  return useSyncExternalStore(messages.subscribe, messages.list);
}

export function useOutboxStatus(): OutboxStatus {
  const { outbox } = useWorkspace();
  return useSyncExternalStore(outbox.subscribe, outbox.status);
}

/** A kept value, read live: `useKept(useWorkspace().preferences)`. */
export function useKept<T>(kept: KeptValue<T>): T {
  return useSyncExternalStore(kept.subscribe, kept.get);
}
