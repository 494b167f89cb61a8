import { counted } from "#room/contract/primitives/counted.ts";
import { useState } from "react";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { classNames } from "#room/ui/class-names.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import table from "#room/ui/table.module.css";
import { fieldName } from "#room/billing/field-names.ts";
import { isReadable, problemsOf, type Block } from "#room/features/visits/editor/draft/paste-block.ts";
import styles from "#room/features/visits/editor/editor.module.css";

const shown = 12;

function titleOf(member: string): string {
  const [name = "", part] = member.split(".");
  return part === "currency" ? `${fieldName(name)} currency` : fieldName(name);
}

interface PastePreviewProps {
  readonly block: Block;
  readonly onClose: () => void;
  readonly onInsert: (block: Block) => void;
}

/** Shows where a pasted block would go if it does not simply fit, before anything changes. */
export function PastePreview({ block, onClose, onInsert }: PastePreviewProps) {
  const [skipsFirst, setSkipsFirst] = useState(false);
  const cells = skipsFirst ? block.cells.slice(1) : block.cells;
  const width = Math.max(...block.cells.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => block.members[column]);
  return (
    <Dialog
      title="This doesn’t quite fit"
      onClose={onClose}
      width="wide"
      action={{
        label: <>Insert {counted(cells.length, "row")}</>,
        run: () => onInsert({ ...block, cells }),
      }}
    >
      <ul className={styles.plain}>
        {problemsOf(block).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {block.headings ? null : (
        <Checkbox
          label="The first line has headings: skip it"
          checked={skipsFirst}
          onChange={(event) => setSkipsFirst(event.target.checked)}
        />
      )}
      <div className={classNames(table.framed, table.scroll)}>
        <table className={table.table}>
          <thead>
            <tr>
              {columns.map((member, column) => (
                <th key={column}>
                  {member === undefined
                    ? `${block.headings?.[column] ?? ""} left out`.trim()
                    : titleOf(member)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, shown).map((row, index) => (
              <tr key={index}>
                {columns.map((member, column) => (
                  <td
                    key={column}
                    className={classNames(
                      member === undefined && styles.leftOut,
                      !isReadable(block, column, row[column] ?? "") &&
                        member !== undefined &&
                        styles.unreadable,
                    )}
                  >
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cells.length > shown ? <p>and {cells.length - shown} more rows</p> : null}
    </Dialog>
  );
}
