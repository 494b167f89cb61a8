import { useWorkspace, useKept } from "#room/features/workspace/workspace-context.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";
import { Menu } from "#room/features/parts/menu.tsx";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import { asObject } from "#room/features/visits/editor/draft/json-object.ts";
import { chosenIn, toggled, type Chosen } from "./chosen-columns.ts";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useNames } from "#room/features/names/names-now.ts";
import { namedKind } from "#room/billing/directory/named-kind.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

interface ColumnsMenuProps extends Chosen {
  readonly name: ListName;
  readonly revealed: ReadonlySet<string>;
  readonly all: readonly GridColumn[];
}

function ColumnsMenu({ name, all, revealed, hidden, wanted, pinned }: ColumnsMenuProps) {
  const { preferences } = useWorkspace();
  const keep = (set: keyof Chosen, member: string) =>
    void preferences.update((value) => {
      const chosen = chosenIn(value, name);
      const lists = { hidden: [...chosen.hidden], wanted: [...chosen.wanted], pinned: [...chosen.pinned] };
      return {
        ...value,
        gridColumns: {
          ...asObject(asObject(value)["gridColumns"]),
          [name]: { ...lists, [set]: toggled(chosen[set], member) },
        },
      };
    });
  const choosable = all.slice(1).filter(({ Show }) => !Show);
  const isShown = ({ member, isHiddenByDefault }: GridColumn) =>
    isHiddenByDefault ? wanted.has(member) || revealed.has(member) : !hidden.has(member);
  const titleOf = ({ spoken, title }: GridColumn) => spoken ?? title;
  return (
    <Menu
      label="Columns"
      size="small"
      look="quiet"
      sections={[
        {
          title: "Show",
          selection: "multiple",
          items: choosable.map((column) => ({
            id: `show ${column.member}`,
            label: titleOf(column),
            isChecked: isShown(column),
            run: () => keep(column.isHiddenByDefault ? "wanted" : "hidden", column.member),
          })),
        },
        {
          title: "Pin",
          selection: "multiple",
          items: choosable.filter(isShown).map((column) => ({
            id: `pin ${column.member}`,
            label: titleOf(column),
            isChecked: pinned.has(column.member),
            run: () => keep("pinned", column.member),
          })),
        },
      ]}
    />
  );
}

/** The columns as this user configured them: which are shown, and which stay fixed while others scroll. */
export function useColumns(
  name: ListName,
  given: readonly GridColumn[],
): { columns: readonly GridColumn[]; menu: ReactNode; reveal: (member: string) => void } {
  const { preferences } = useWorkspace();
  const kept = useKept(preferences);
  const all = useNamedColumns(given);
  const chosen = useMemo(() => chosenIn(kept, name), [kept, name]);
  const { revealed, reveal } = useRevealed(name, all);
  const columns = useMemo(() => {
    const { hidden, wanted, pinned } = chosen;
    const isShown = ({ member, isHiddenByDefault }: GridColumn) =>
      !isHiddenByDefault || wanted.has(member) || revealed.has(member);
    const held = all.flatMap((column, index) => {
      if (index > 0 && !column.isHiddenByDefault && hidden.has(column.member)) return [];
      if (!isShown(column)) return [{ ...column, isCollapsed: true }];
      return [index === 0 || pinned.has(column.member) ? { ...column, isPinned: true } : column];
    });
    return [...held.filter(({ isPinned }) => isPinned), ...held.filter(({ isPinned }) => !isPinned)];
  }, [all, chosen, revealed]);
  const menu = useMemo(
    () => <ColumnsMenu name={name} all={all} revealed={revealed} {...chosen} />,
    [name, all, revealed, chosen],
  );
  return { columns, menu, reveal };
}

/** A column of GUIDs is rarely wanted; one of names is, and a line needs it. */
function useNamedColumns(given: readonly GridColumn[]): readonly GridColumn[] {
  const names = useNames();
  return useMemo(() => {
    const isRead = ({ member }: GridColumn) => {
      const kind = namedKind(member);
      return (kind === "provider" || kind === "payer") && names.hasKind(kind);
    };
    return given.map((column) => {
      if (!isRead(column)) return column;
      const { look: _look, isHiddenByDefault: _isRare, ...rest } = column;
      return { ...rest, width: 150, isEntry: true };
    });
  }, [given, names]);
}

/** Rare columns shown automatically because one had a fault or received focus. They stay until the page closes. */
function useRevealed(list: ListName, all: readonly GridColumn[]) {
  const { visit, findings } = useEditor();
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(() => new Set());
  const reveal = useCallback(
    (member: string) => setRevealed((before) => (before.has(member) ? before : new Set([...before, member]))),
    [],
  );
  useEffect(() => {
    const rare = all.flatMap(({ member, isHiddenByDefault }) => (isHiddenByDefault ? [member] : []));
    const look = () => {
      const marks = findings.marks.get();
      if (marks.size === 0) return;
      for (const rowId of visit.order()[list])
        for (const member of rare) if (marks.get(rowId)?.[member]) reveal(member);
    };
    look();
    return findings.marks.subscribe(look);
  }, [visit, findings, list, all, reveal]);
  return { revealed, reveal };
}
