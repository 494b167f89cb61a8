import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { newerFirst } from "./sort-summaries.ts";

export interface Mailbox {
  readonly summaries: MailboxSummary[];
  /** False: the older ones are still being read. */
  readonly isWhole: boolean;
  /** Up to which change it is whole, if the service tells what changes. */
  readonly asOf?: Pick<Answer, "changeNumber" | "validity"> | undefined;
}

type Answer = Pick<ResponseOf<"listMessageChanges">, "summaries" | "changeNumber" | "validity" | "before">;

interface ReadParts {
  ask(request: RequestOf<"listMessageChanges">): Promise<Answer>;
  /** Called with what is there before the rest is read. */
  show(mailbox: Mailbox): void;
}

/** What is known, with what is new or changed. Unchanged summaries stay the same objects. */
function withChanged(known: readonly MailboxSummary[], changed: readonly MailboxSummary[]): MailboxSummary[] {
  const left = new Map(changed.map((summary) => [summary.messageId, summary]));
  const kept = known.map((old) => {
    const next = left.get(old.messageId) ?? old;
    left.delete(old.messageId);
    return next;
  });
  return left.size === 0 ? kept : [...left.values(), ...kept].toSorted(newerFirst);
}

/** The mailbox as it is now, from what was known of it: only what changed since is read. */
export async function readMailbox(known: Mailbox | undefined, parts: ReadParts): Promise<Mailbox> {
  const since = known?.asOf?.changeNumber ?? 0;
  const first = await parts.ask({ since });
  const { changeNumber, validity } = first;
  if (known?.asOf && (validity !== known.asOf.validity || changeNumber < since))
    return readMailbox(undefined, parts);
  if (known?.isWhole && known.asOf && first.summaries.length === 0) return known;
  const summaries = withChanged(known?.summaries ?? [], first.summaries);
  const asOf = { changeNumber, validity };
  if (typeof first.before !== "number") return { summaries, isWhole: true, asOf };
  // An interrupted reading begins again where the last whole one ended.
  parts.show({ summaries, isWhole: false, asOf: known?.asOf });
  const rest: MailboxSummary[] = [];
  for (let page = first; typeof page.before === "number"; rest.push(...page.summaries))
    page = await parts.ask({ since, before: page.before });
  return { summaries: withChanged(summaries, rest), isWhole: true, asOf };
}
