import { useCallback, useEffect, useState } from "react";
import { onRightsChange } from "#room/api/visit-changes/visit-changes.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { type Workspace } from "#room/workspace/workspace.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import type { DraftLease } from "#room/workspace/storage/draft-lease.ts";
import type { NewVisit } from "./new-visit.ts";
import { NewVisitLease } from "./new-visit-lease.ts";

/** What the page must still write before another tab may take over. */
export interface LastWrite {
  run: () => Promise<void>;
}

export interface OpenEvent {
  readonly record: VisitRecord;
  readonly lease: DraftLease<DraftEvent>;
  readonly role: DraftLease<DraftEvent>["role"];
  readonly lastWrite: LastWrite;
  /** A new number means the content differs from what the editor started with: start over. */
  readonly generation: number;
}

export interface VisitEditorProps extends OpenEvent {
  readonly again: () => void;
}

export type Opening =
  | { readonly kind: "loading" }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly error: unknown }
  | ({ readonly kind: "open" } & OpenEvent);

interface Watch {
  readonly workspace: Workspace;
  readonly eventId: string;
  /** Set if it was begun on this page and is not in the workspace yet. */
  readonly begun: NewVisit | undefined;
  readonly turn: number;
  readonly show: (next: Opening) => void;
}

/**
 * Opens the event and follows its lease: a follower sees the writer's changes, and a new writer continues from them.
 */
async function open(watched: Watch, signal: AbortSignal): Promise<void> {
  const { workspace, eventId, begun, turn, show } = watched;
  const { visits } = workspace;
  let generation = turn * 1_000_000;
  const lastWrite: LastWrite = { run: () => Promise.resolve() };
  const received = visits.summary(eventId);
  const options = { beforeYield: () => lastWrite.run() };
  const unkept = begun && new NewVisitLease(visits, begun, options);
  const lease = unkept ?? (await visits.edit(eventId, options));
  const release = () => lease.release();
  if (signal.aborted) return release();
  signal.addEventListener("abort", release, { once: true });
  // A last write keeps an event that was only viewed; otherwise nothing of it stays.
  const forget = () => {
    if (received) visits.forget(received);
  };
  const leave = () => void lastWrite.run().then(forget, forget);
  signal.addEventListener("abort", leave, { once: true });
  let shown: VisitRecord | undefined;
  let { role } = lease;
  const look = async () => {
    const isUnkept = begun && !unkept?.isKept;
    const record = isUnkept ? { eventId, event: begun.event, revision: 0 } : await visits.get(eventId);
    if (signal.aborted) return;
    if (!record) return show({ kind: "missing" });
    // What this tab wrote itself is already on the page, and a newer version that waits changes nothing in it.
    const isMerged = shown?.incoming !== undefined && record.incoming === undefined;
    const isForeign = role === "follower" || shown === undefined || isMerged;
    const isNews = !isSameContent(record.incoming, shown?.incoming);
    const isSame = !isForeign && !isNews && role === lease.role;
    if (isForeign && record.revision !== shown?.revision) generation += 1;
    shown = record;
    ({ role } = lease);
    if (isSame) return;
    show({ kind: "open", record, lease, role, lastWrite, generation });
  };
  const watch = () => void look().catch((error: unknown) => show({ kind: "failed", error }));
  signal.addEventListener("abort", lease.subscribe(watch), { once: true });
  await look();
}

/** The event of this URL with its lease, or why there is none. `again` reopens it. */
export function useOpenEvent(
  eventId: string,
  begun: NewVisit | undefined,
): { opening: Opening; again: () => void } {
  const workspace = useWorkspace();
  const [opening, setOpening] = useState<Opening>({ kind: "loading" });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const show = (next: Opening) => {
      if (!stop.signal.aborted) setOpening(next);
    };
    const { visits } = workspace;
    const isUnkept = begun !== undefined && turn === 0 && !visits.summary(eventId);
    const watch = { workspace, eventId, begun: isUnkept ? begun : undefined, turn, show };
    // The queue's rows are in memory; only an event just added by another tab needs a lookup.
    const isKnown = isUnkept || visits.summary(eventId) !== undefined;
    void (isKnown ? Promise.resolve(true) : visits.get(eventId))
      .then((found) => (found ? open(watch, stop.signal) : show({ kind: "missing" })))
      .catch((error: unknown) => show({ kind: "failed", error }));
    return () => stop.abort();
  }, [workspace, eventId, begun, turn]);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  useEffect(() => {
    if (opening.kind !== "open") return undefined;
    const { visits } = workspace;
    // What was only viewed is asked for anew, with the rights of now; what was typed is a draft of theirs.
    const forget = () => {
      const shown = visits.summary(eventId);
      if (!shown?.isGuest) return;
      visits.forget(shown);
      again();
    };
    return onRightsChange(() => void opening.lastWrite.run().then(forget, () => undefined));
  }, [workspace, eventId, opening, again]);
  return { opening, again };
}
