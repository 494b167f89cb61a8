import { useNavigate } from "@tanstack/react-router";
import { shownCaller } from "#room/contract/caller-name.ts";
import type { DaySheet, SheetBy } from "#room/contract/schemas/day-sheet.ts";
import { Select } from "#room/ui/select.tsx";
import { CodeField, DayFields, NamedSelect } from "./figure-fields.tsx";
import styles from "./figures.module.css";
import { figuresSearch, type FiguresSearch } from "./figures-search.ts";
import { type SheetScope, sheetTables } from "./sheet-scope.ts";

const kinds = [
  ["practice", "Practice", "All practices"],
  ["provider", "Provider", "All providers"],
  ["payer", "Payer", "All payers"],
] as const;

interface SheetFilterProps {
  readonly search: FiguresSearch;
  readonly scope: SheetScope;
  /** What is charged on these days. */
  readonly rows: DaySheet["rows"];
}

/** The days and what of them; each change shows at once, and is in the address. */
export function SheetFilter({ search, scope, rows }: SheetFilterProps) {
  const navigate = useNavigate();
  const change = (changes: { readonly [Name in keyof FiguresSearch]?: string | undefined }) =>
    void navigate({
      to: "/figures",
      search: figuresSearch({ ...search, kept: undefined, ...changes }),
      replace: true,
    });
  const seenBy = (kind: SheetBy) => rows.flatMap(({ by, id }) => (by === kind ? id : []));
  const offered = [...new Set([...seenBy("person"), ...(scope.person ? [scope.person] : [])])]
    .filter(Boolean)
    .toSorted();
  return (
    <form
      className={styles.filter}
      aria-label="Choose the sheet"
      onSubmit={(event) => event.preventDefault()}
    >
      <Select
        label="Dates of"
        value={scope.by ?? ""}
        onChange={(event) => change({ by: event.target.value || undefined })}
        options={[
          ["", "Charge"],
          ["service", "Service"],
        ]}
      />
      <DayFields from={scope.from} to={scope.to} onDays={change} />
      {kinds.map(([kind, label, all]) => (
        <NamedSelect
          key={kind}
          kind={kind}
          label={label}
          all={all}
          none={kind === "practice" ? undefined : sheetTables[kind].none}
          value={scope[kind] ?? ""}
          seen={seenBy(kind)}
          onPick={(id) => change({ [kind]: id || undefined })}
        />
      ))}
      <Select
        label="Charged by"
        value={scope.person ?? ""}
        onChange={(event) => change({ person: event.target.value || undefined })}
        options={[["", "Everyone"], ...offered.map((person) => [person, shownCaller(person)] as const)]}
      />
      <CodeField code={scope.code ?? ""} onCode={(code) => change({ code: code || undefined })} />
    </form>
  );
}
