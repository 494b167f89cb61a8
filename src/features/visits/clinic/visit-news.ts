import type { VisitRow } from "#room/contract/schemas/visit.ts";

const listeners = new Set<(rows: readonly VisitRow[]) => void>();

/** Passes visits from the service's latest answer to every list shown. */
export function publishVisits(rows: readonly VisitRow[]): void {
  for (const listener of listeners) listener(rows);
}

export function onVisitsPublished(listener: (rows: readonly VisitRow[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
