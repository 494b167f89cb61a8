import { titleOf } from "#room/billing/directory/directory-index.ts";
import { importMembers, labelOfMember } from "#room/billing/directory/import-columns.ts";
import { changedMembers, type ImportPlan } from "#room/billing/directory/plan-import.ts";
import type { ImportFault } from "#room/billing/directory/read-import.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { amountWords } from "#room/features/directory/entries-table.tsx";
import styles from "#room/features/directory/directory.module.css";
import { Banner } from "#room/ui/banner.tsx";

const mostShown = 50;

interface ImportDiffProps {
  readonly plan: ImportPlan;
  readonly faults: readonly ImportFault[];
}

function wordsOf(entry: DirectoryEntry): string {
  return [titleOf(entry), amountWords(entry)].filter(Boolean).join(" · ");
}

function changeWords(before: DirectoryEntry, after: DirectoryEntry): string {
  const members = importMembers(after.kind);
  return changedMembers(before, after)
    .map((member) => {
      const label = members.find((each) => each === member);
      if (member === "amount") return `Amount: ${amountWords(before)} → ${amountWords(after)}`;
      const text = (entry: DirectoryEntry) => String(entry[member] ?? "") || "none";
      return `${label ? labelOfMember(label) : member}: ${text(before)} → ${text(after)}`;
    })
    .join(", ");
}

/** What an import would do, and the lines that it leaves out. */
export function ImportDiff({ plan, faults }: ImportDiffProps) {
  const { added, changed, missing, unchanged } = plan;
  return (
    <div className={styles.part}>
      {faults.length > 0 ? (
        <Banner tone="warn">
          {faults.length === 1
            ? "1 line has a problem and is skipped."
            : `${faults.length.toLocaleString()} lines have problems and are skipped.`}
          <List items={faults.map(({ line, message }) => `Line ${line}: ${message}`)} />
        </Banner>
      ) : null}
      <Group title={`Added: ${added.length.toLocaleString()}`} items={added.map(wordsOf)} isOpen />
      <Group
        title={`Changed: ${changed.length.toLocaleString()}`}
        items={changed.map(({ before, after }) => `${titleOf(before)} – ${changeWords(before, after)}`)}
        isOpen
      />
      <Group title={`Not in the file: ${missing.length.toLocaleString()}`} items={missing.map(wordsOf)} />
      <p>Unchanged: {unchanged.toLocaleString()}</p>
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
      {items.slice(0, mostShown).map((words, at) => (
        <li key={at}>{words}</li>
      ))}
      {items.length > mostShown ? <li>and {(items.length - mostShown).toLocaleString()} more</li> : null}
    </ul>
  );
}
