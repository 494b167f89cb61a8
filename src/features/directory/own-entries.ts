import { ownPractices } from "#room/api/account.ts";
import { practicesOf } from "#room/billing/directory/practices-of.ts";
import type { ImportPlan } from "#room/billing/directory/plan-import.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";

/** The user is limited to some practices. */
export const isLimited = () => ownPractices().length > 0;

/** Whether the user may change an entry: one who is limited changes no other practices, and nothing that all have. */
export function isOwn(entry: Partial<DirectoryEntry>): boolean {
  const named = practicesOf(entry);
  const own = ownPractices();
  return !isLimited() || (named.length > 0 && named.every((id) => own.includes(canonicalGuid(id) ?? id)));
}

/** Whether the user may add it: a provider or payer that nobody has named can be named by everyone. */
function mayAdd(entry: DirectoryEntry): boolean {
  return isOwn(entry) || (/^(?:provider|payer)$/.test(entry.kind) && !entry.mergedInto);
}

/** A plan without what the user may not change, and how much that is. */
export function ownPlan(plan: ImportPlan): ImportPlan & { readonly foreign: number } {
  const added = plan.added.filter(mayAdd);
  const changed = plan.changed.filter(({ before, after }) => isOwn(before) && isOwn(after));
  const foreign = plan.added.length - added.length + plan.changed.length - changed.length;
  return { ...plan, added, changed, missing: plan.missing.filter(isOwn), foreign };
}
