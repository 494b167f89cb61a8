import { useMemo, type ReactNode } from "react";
import { useKept, useWorkspace } from "#room/features/workspace-context.ts";
import type { GridColumn } from "#room/forms/grid/grid-types.ts";
import { Menu } from "#room/ui/menu.tsx";
import { asList, asObject } from "./draft/json-object.ts";

interface Chosen {
  readonly hidden: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
}

function chosenIn(preferences: unknown, name: string): Chosen {
  const kept = asObject(asObject(asObject(preferences)["gridColumns"])[name]);
  const names = (list: unknown) => new Set(asList(list).map(String));
  return { hidden: names(kept["hidden"]), pinned: names(kept["pinned"]) };
}

function toggled(set: ReadonlySet<string>, name: string): string[] {
  return set.has(name) ? [...set].filter((each) => each !== name) : [...set, name];
}

/** The columns as this user wants them: which show, and which stay in sight while the others scroll. */
export function useColumns(
  name: string,
  all: readonly GridColumn[],
): { columns: readonly GridColumn[]; menu: ReactNode } {
  const { preferences } = useWorkspace();
  const kept = useKept(preferences);
  const { hidden, pinned } = useMemo(() => chosenIn(kept, name), [kept, name]);
  const columns = useMemo(() => {
    const shown = all.filter(({ member }, index) => index === 0 || !hidden.has(member));
    const held = shown.map((column, index) =>
      index === 0 || pinned.has(column.member) ? { ...column, isPinned: true } : column,
    );
    return [...held.filter(({ isPinned }) => isPinned), ...held.filter(({ isPinned }) => !isPinned)];
  }, [all, hidden, pinned]);
  const menu = useMemo(
    () => <ColumnsMenu name={name} all={all} hidden={hidden} pinned={pinned} />,
    [name, all, hidden, pinned],
  );
  return { columns, menu };
}

interface ColumnsMenuProps extends Chosen {
  readonly name: string;
  readonly all: readonly GridColumn[];
}

function ColumnsMenu({ name, all, hidden, pinned }: ColumnsMenuProps) {
  const { preferences } = useWorkspace();
  const keep = (change: (chosen: Chosen) => { hidden: readonly string[]; pinned: readonly string[] }) =>
    void preferences.update((value) => ({
      ...value,
      gridColumns: { ...asObject(asObject(value)["gridColumns"]), [name]: change(chosenIn(value, name)) },
    }));
  const choosable = all.slice(1);
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
            isChecked: !hidden.has(column.member),
            run: () =>
              keep((chosen) => ({
                hidden: toggled(chosen.hidden, column.member),
                pinned: [...chosen.pinned],
              })),
          })),
        },
        {
          title: "Keep in sight",
          selection: "multiple",
          items: choosable
            .filter(({ member }) => !hidden.has(member))
            .map((column) => ({
              id: `pin ${column.member}`,
              label: titleOf(column),
              isChecked: pinned.has(column.member),
              run: () =>
                keep((chosen) => ({
                  hidden: [...chosen.hidden],
                  pinned: toggled(chosen.pinned, column.member),
                })),
            })),
        },
      ]}
    />
  );
}
