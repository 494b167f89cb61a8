import type { Kinds } from "./kinds.ts";
import { all, listSelected, SumsOfKinds } from "./filter-block.ts";
import type { Block } from "./visit-columns.ts";

const blocksAtOnce = 32;

/** The blocks in groups of this many. */
export function* partsOf(blocks: readonly Block[]): Generator<readonly Block[]> {
  for (let from = 0; from < blocks.length; from += blocksAtOnce)
    yield blocks.slice(from, from + blocksAtOnce);
}

/** By the first block of a group: its sums, and the block count and last change they are valid for. */
const known = new WeakMap<Block, { readonly asOf: string; readonly sums: SumsOfKinds }>();

/**
 * The sums of some blocks by kind, computed on demand and again when one of them has changed. A filter by kinds, with a
 * bound that cuts only a few blocks, need not look at a million visits: 0.4 ms instead of 4.
 */
export function sumsOf(blocks: readonly Block[], { list }: Kinds): SumsOfKinds {
  const [first] = blocks;
  const asOf = `${blocks.length} ${Math.max(...blocks.map(({ changedAt }) => changedAt))}`;
  const before = first && known.get(first);
  if (before?.asOf === asOf) return before.sums;
  const sums = new SumsOfKinds(list);
  for (const block of blocks) sums.add(block, listSelected(block, all));
  if (first) known.set(first, { asOf, sums });
  return sums;
}
