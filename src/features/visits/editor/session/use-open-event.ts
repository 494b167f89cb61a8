import { useCallback, useEffect, useState } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { type Workspace } from "#room/workspace/workspace.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import type { DraftLease } from "#room/workspace/storage/draft-lease.ts";
import type { NewVisit } from "./new-visit.ts";
import { NewVisitLease } from "./new-visit-lease.ts";

/** What the page that shows the draft still has to write before another tab may have it. */
export interface LastWrite {
  run: () => Promise<void>;
}

export interface OpenEvent {
  readonly record: VisitRecord;
  readonly lease: DraftLease<DraftEvent>;
  readonly role: DraftLease<DraftEvent>["role"];
  readonly lastWrite: LastWrite;
  /** Another number means another content than the editor began with: begin anew. */
  readonly generation: number;
}

/** What the editor of an opened event is given. */
export interface VisitEditorProps extends OpenEvent {
  /** Opens the event anew, from what the workspace holds. */
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
  /** It was begun on this page and the workspace has nothing of it yet. */
  readonly begun: NewVisit | undefined;
  readonly turn: number;
  readonly show: (next: Opening) => void;
}

/** Opens the event and follows its lease: a follower sees what the writer writes, whoever becomes the writer goes on from it. */
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
  // What is written last keeps an event that was only looked at; else nothing of it stays.
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
    // What this tab wrote itself is on the page already.
    const isForeign = role === "follower" || shown === undefined || record.incoming !== shown.incoming;
    const isSame = shown !== undefined && !isForeign && role === lease.role;
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

/** The event of this address with the right to write it, or why there is none. `again` opens it anew. */
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
    // The queue's rows are in memory; only what another tab added this moment has to be looked for.
    const isKnown = isUnkept || visits.summary(eventId) !== undefined;
    void (isKnown ? Promise.resolve(true) : visits.get(eventId))
      .then((found) => (found ? open(watch, stop.signal) : show({ kind: "missing" })))
      .catch((error: unknown) => show({ kind: "failed", error }));
    return () => stop.abort();
  }, [workspace, eventId, begun, turn]);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  return { opening, again };
}
