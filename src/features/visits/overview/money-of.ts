import type { VisitGroup } from "#room/contract/schemas/visit.ts";

/**
 * The length of a mark: the group's amount. With several currencies it is the largest sum, since they cannot be added;
 * the label lists all.
 */
export function moneyOf({ sums }: VisitGroup): number {
  return Math.max(0, ...sums.map(({ amount }) => amount));
}
