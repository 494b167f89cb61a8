import { ownPractices } from "#room/api/account.ts";
import { practicesOf } from "#room/billing/directory/practices-of.ts";
import type { ImportPlan } from "#room/billing/directory/plan-import.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { kindWords } from "./kind-words.ts";

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

/** What the user may change nevertheless. */
export function limitWords(kind: DirectoryKind): string {
  const { one, many } = kindWords[kind];
  if (kind === "practice")
    return "You can change the practices you have access to. Somebody with access to all of them adds others.";
  if (kind === "fee") return "You can add and change the fees of the practices you have access to.";
  return `You can add ${many}. A ${one} that has a name is changed by somebody with access to all practices.`;
}
