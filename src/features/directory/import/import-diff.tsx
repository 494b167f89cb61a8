import { showDate } from "#room/billing/show-date.ts";
import { type DirectoryIndex, titleOf } from "#room/billing/directory/directory-index.ts";
import { importMembers, labelOfMember } from "#room/billing/directory/import-columns.ts";
import { changedMembers } from "#room/billing/directory/plan-import.ts";
import type { ImportFault } from "#room/billing/directory/read-import.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { useNames } from "#room/features/names/names-now.ts";
import type { ownPlan } from "#room/features/directory/own-entries.ts";
import { amountWords } from "#room/features/directory/entries-table.tsx";
import styles from "#room/features/directory/directory.module.css";
import { Banner } from "#room/ui/banner.tsx";
import { formatCount } from "#room/ui/formats.ts";

const maxShown = 50;

interface ImportDiffProps {
  readonly plan: ReturnType<typeof ownPlan>;
  readonly faults: readonly ImportFault[];
}

function wordsOf(entry: DirectoryEntry): string {
  return [titleOf(entry), amountWords(entry)].filter(Boolean).join(" · ");
}

/** A new price with those that the clinic has for the same lines. */
function addedWords(entry: DirectoryEntry, { fees }: DirectoryIndex): string {
  const told = (words: string, prices: readonly DirectoryEntry[]) =>
    prices.length > 0 ? [words + prices.map(amountWords).join(", ")] : [];
  return [
    wordsOf(entry),
    ...told(`from ${showDate(entry.activeFrom ?? "")} it replaces `, fees.predecessorsOf(entry)),
    ...told("the same lines have ", fees.rivalsOf(entry)),
  ].join(" · ");
}

/** A value in readable form: a name, a date, the modifiers. */
function valueWords(entry: DirectoryEntry, member: string, names: DirectoryIndex): string {
  const { kind, mergedInto, payerId, practiceId, modifiers, activeFrom, activeTo } = entry;
  const words: Readonly<Record<string, string>> = {
    amount: amountWords(entry),
    mergedInto: mergedInto ? names.words(kind, mergedInto) : "",
    payerId: payerId ? names.words("payer", payerId) : "",
    practiceId: practiceId ? names.words("practice", practiceId) : "",
    modifiers: (modifiers ?? []).join(" "),
    activeFrom: showDate(activeFrom ?? ""),
    activeTo: showDate(activeTo ?? ""),
  };
  return (words[member] ?? String(entry[member] ?? "")) || "none";
}

function changeWords(before: DirectoryEntry, after: DirectoryEntry, names: DirectoryIndex): string {
  const members = importMembers(after.kind);
  return changedMembers(before, after)
    .map((member) => {
      const label = members.find((each) => each === member);
      const text = (entry: DirectoryEntry) => valueWords(entry, member, names);
      return `${label ? labelOfMember(label) : member}: ${text(before)} → ${text(after)}`;
    })
    .join(", ");
}

export function ImportDiff({ plan, faults }: ImportDiffProps) {
  const names = useNames();
  const { added, changed, missing, unchanged, foreign } = plan;
  return (
    <div className={styles.part}>
      {foreign > 0 ? (
        <Banner tone="warn">
          {counted(foreign, "line is", "lines are")} of practices you don’t have access to, or of all of them:
          skipped.
        </Banner>
      ) : null}
      {faults.length > 0 ? (
        <Banner tone="warn">
          {counted(faults.length, "line has a problem and is", "lines have problems and are")} skipped.
          <List items={faults.map(({ line, message }) => `Line ${line}: ${message}`)} />
        </Banner>
      ) : null}
      <Group
        title={`Added: ${formatCount(added.length)}`}
        items={added.map((entry) => addedWords(entry, names))}
        isOpen
      />
      <Group
        title={`Changed: ${formatCount(changed.length)}`}
        items={changed.map(
          ({ before, after }) => `${titleOf(before)} – ${changeWords(before, after, names)}`,
        )}
        isOpen
      />
      {faults.length > 0 ? (
        <p>Not in the file: counted once no line is skipped</p>
      ) : (
        <Group title={`Not in the file: ${formatCount(missing.length)}`} items={missing.map(wordsOf)} />
      )}
      <p>Unchanged: {formatCount(unchanged)}</p>
    </div>
  );
}

function Group({
  title,
  items,
  isOpen = false,
}: {
  title: string;
  items: readonly string[];
  isOpen?: boolean;
}) {
  if (items.length === 0) return <p>{title}</p>;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <List items={items} />
    </details>
  );
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className={styles.items}>
      {items.slice(0, maxShown).map((words, at) => (
        <li key={at}>{words}</li>
      ))}
      {items.length > maxShown ? <li>and {formatCount(items.length - maxShown)} more</li> : null}
    </ul>
  );
}
