import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";
import { Menu } from "#room/ui/menu.tsx";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import { asObject } from "#room/features/visits/editor/draft/json-object.ts";
import { type Chosen, chosenIn, toggled } from "./chosen-columns.ts";

interface ColumnsMenuProps extends Chosen {
  readonly name: ListName;
  readonly revealed: ReadonlySet<string>;
  readonly all: readonly GridColumn[];
}

export function ColumnsMenu({ name, all, revealed, hidden, wanted, pinned }: ColumnsMenuProps) {
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
  const isShown = ({ member, isRare }: GridColumn) =>
    isRare ? wanted.has(member) || revealed.has(member) : !hidden.has(member);
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
            run: () => keep(column.isRare ? "wanted" : "hidden", column.member),
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
