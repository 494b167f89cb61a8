import type { VisitRow } from "#room/contract/schemas/visit.ts";

const listeners = new Set<(rows: readonly VisitRow[]) => void>();

/** Says how visits stand now, as an answer of the service has just told it, to every list that is shown. */
export function tellVisits(rows: readonly VisitRow[]): void {
  for (const listener of listeners) listener(rows);
}

export function onVisitsTold(listener: (rows: readonly VisitRow[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
