import { importMembers, labelOfMember, type ImportMember } from "#room/billing/directory/import-columns.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import styles from "#room/features/directory/directory.module.css";
import { Checkbox } from "#room/ui/checkbox.tsx";
import table from "#room/ui/table.module.css";
import type { OpenFile } from "./use-import.ts";

const linesShown = 4;

interface ImportColumnsProps {
  readonly kind: DirectoryKind;
  readonly file: OpenFile;
  readonly onColumn: (at: number, member: ImportMember | undefined) => void;
  readonly onHead: (hasHead: boolean) => void;
}

/** The beginning of the file, with what each column is taken for. */
export function ImportColumns({ kind, file, onColumn, onHead }: ImportColumnsProps) {
  const { records, hasHead, columns, name } = file;
  const members = importMembers(kind);
  return (
    <div className={styles.part}>
      <h2>{name}</h2>
      <Checkbox
        label="The first line has headings"
        checked={hasHead}
        onChange={(event) => onHead(event.target.checked)}
      />
      <div className={`${table.framed} ${table.scroll}`}>
        <table className={table.table}>
          <thead>
            <tr>
              {columns.map((member, at) => (
                <th key={at}>
                  <select
                    aria-label={`Column ${at + 1}`}
                    value={member ?? ""}
                    onChange={({ target }) =>
                      onColumn(
                        at,
                        members.find((each) => each === target.value),
                      )
                    }
                  >
                    <option value="">Left out</option>
                    {members.map((each) => (
                      <option key={each} value={each}>
                        {labelOfMember(each)}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.slice(0, linesShown).map(({ line, cells }, index) => (
              <tr key={line}>
                {columns.map((member, at) => (
                  <td
                    key={at}
                    className={member === undefined || (hasHead && index === 0) ? table.quiet : undefined}
                  >
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
