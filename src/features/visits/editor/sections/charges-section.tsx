import { chargeColumns } from "#room/features/visits/editor/grid/columns.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { serviceColumn } from "#room/features/visits/editor/grid/service-words.tsx";
import { RowsSection } from "#room/features/visits/editor/grid/rows-section.tsx";
import { useColumns } from "#room/features/visits/editor/grid/use-columns.tsx";
import { useFilledCount } from "#room/features/visits/editor/session/editor-context.ts";

const [code, ...others] = chargeColumns;
const withWords = code ? [code, serviceColumn, ...others] : chargeColumns;

const numberOf = (index: number) => String(index + 1);

export function ChargesSection() {
  const hasWords = !useNames().fees.isEmpty;
  const { columns, menu, reveal } = useColumns("charges", hasWords ? withWords : chargeColumns);
  const count = useFilledCount("charges");
  const lines = count === 0 ? "" : `${count} ${count === 1 ? "line" : "lines"} · `;
  return (
    <RowsSection
      list="charges"
      title="Charges"
      columns={columns}
      maxRows={12}
      nameOf={numberOf}
      addLabel="Add charge"
      hint={`${lines}Enter moves on, F2 edits, Ctrl D fills down`}
      actions={menu}
      onReveal={reveal}
    />
  );
}
