import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useNames } from "#room/features/names/names-now.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import { namedKind } from "#room/billing/directory/named-kind.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { chosenIn } from "./chosen-columns.ts";

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
    const isShown = ({ member, isRare }: GridColumn) => !isRare || wanted.has(member) || revealed.has(member);
    const held = all.flatMap((column, index) => {
      if (index > 0 && !column.isRare && hidden.has(column.member)) return [];
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
      const { look: _look, isRare: _isRare, ...rest } = column;
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
    const rare = all.flatMap(({ member, isRare }) => (isRare ? [member] : []));
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
