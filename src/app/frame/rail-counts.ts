import { useVisitRecords } from "#room/features/workspace-context.ts";

/** What waits for a person, beside the links of the rail. Zero is not shown. */
export function useRailCounts(): { visits: number; messages: number } {
  const visits = useVisitRecords();
  return { visits: visits.length, messages: 0 };
}
