import { groupFindings, type FindingGroup } from "#room/billing/finding-groups.ts";
import { countFindings, describeCounts } from "#room/billing/finding.ts";
import { Kbd } from "#room/ui/kbd.tsx";
import { useFew } from "#room/ui/use-few.tsx";
import { useEditor, useSignal } from "#room/features/visits/editor/session/editor-context.ts";
import { FindingEntry } from "./finding-entry.tsx";
import styles from "#room/features/visits/editor/editor.module.css";
import type { FieldFinding } from "#room/features/visits/editor/validation/field-finding.ts";

/**
 * Identifies a single finding by its rule and place, so that it stays the same entry when its wording changes during
 * typing.
 */
function entryNames(): (group: FindingGroup<FieldFinding>) => string {
  const counts = new Map<string, number>();
  return ({ key, items: [{ finding, place }, ...others] }) => {
    if (others.length > 0) return `group ${key}`;
    const row = place && "list" in place ? place.rowId : "";
    const name = `${row} ${finding.ruleId} ${finding.path.join(".")}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name} ${count}`;
  };
}

/** All findings of the rules and the contract for the current visit, grouped by kind. */
export function ChecksPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const session = useEditor();
  // Notes are for typing.
  const findings = useSignal(session.findings.list).filter(
    ({ finding }) => !isReadOnly || finding.severity !== "note",
  );
  const counts = countFindings(findings.map(({ finding }) => finding));
  const groups = groupFindings(findings);
  const { shown, more } = useFew(groups, 8);
  const nameOf = entryNames();
  return (
    <section aria-label="Checks">
      <h2 className={styles.sideTitle}>
        Checks {counts.block + counts.warn > 0 ? <small>{describeCounts(counts)}</small> : null}
        <span className="fill" />
        <Kbd keys="f8" />
      </h2>
      {findings.length === 0 ? <p className="quiet small">No problems found</p> : null}
      <ul className={styles.list}>
        {shown.map((group) => (
          <FindingEntry key={nameOf(group)} items={group.items} isReadOnly={isReadOnly} />
        ))}
      </ul>
      {more}
    </section>
  );
}
