import { chargeColumns } from "./columns.ts";
import { RowsSection } from "./rows-section.tsx";
import { useColumns } from "./use-columns.tsx";
import { useFilledCount } from "./editor-context.ts";

const numberOf = (index: number) => String(index + 1);

export function ChargesSection() {
  const { columns, menu, reveal } = useColumns("charges", chargeColumns);
  const count = useFilledCount("charges");
  return (
    <RowsSection
      list="charges"
      title="Charges"
      columns={columns}
      maxRows={12}
      nameOf={numberOf}
      addLabel="Add charge"
      hint={`${count} ${count === 1 ? "line" : "lines"} · Enter goes on, F2 edits, Ctrl D fills down`}
      actions={menu}
      onReveal={reveal}
    />
  );
}
