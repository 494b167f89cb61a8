import { createContext, useContext, useSyncExternalStore } from "react";
import type { KeptValue } from "#room/workspace/storage/kept-value.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import type { OutboxStatus } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { throttledVisitsOf } from "./throttled-visits.ts";

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The signed-in user's workspace. Pages render behind the session gate, so there is one. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("No workspace is open: this part stands outside the session gate");
  return workspace;
}

/** Every event of the queue, newest first; the same array until something changes. Frequent changes are combined. */
export function useVisitRecords(): readonly VisitSummary[] {
  const throttled = throttledVisitsOf(useWorkspace().visits);
  return useSyncExternalStore(throttled.subscribe, throttled.get);
}

/** One event's row, or undefined if this browser does not have it. */
export function useVisitSummary(eventId: string): VisitSummary | undefined {
  const { visits } = useWorkspace();
  return useSyncExternalStore(visits.subscribe, () => visits.summary(eventId));
}

/** Drafts, messages being sent, and sent ones. */
export function useOwnMessages(): readonly MessageEntry[] {
  const { messages } = useWorkspace();
  return useSyncExternalStore(messages.subscribe, messages.list);
}

export function useOutboxStatus(): OutboxStatus {
  const { outbox } = useWorkspace();
  return useSyncExternalStore(outbox.subscribe, outbox.status);
}

/** True while requests of the outbox are in progress. */
export function useIsSending(): boolean {
  const { outbox } = useWorkspace();
  return useSyncExternalStore(outbox.subscribe, () => outbox.status().sending > 0);
}

/** A stored value, read live: `useKept(useWorkspace().preferences)`. */
export function useKept<T>(kept: KeptValue<T>): T {
  return useSyncExternalStore(kept.subscribe, kept.get);
}
