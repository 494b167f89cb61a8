import type { VisitGroup } from "#room/contract/schemas/visit.ts";

/**
 * How long a mark is: the group's money. Of several currencies it is the largest sum, for they cannot be added; the
 * words beside it name them all.
 */
export function moneyOf({ sums }: VisitGroup): number {
  return Math.max(0, ...sums.map(({ amount }) => amount));
}
