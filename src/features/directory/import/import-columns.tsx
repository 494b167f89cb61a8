import { type UseFormReturn, useWatch } from "react-hook-form";
import { importMembers, labelOfMember } from "#room/billing/directory/import-columns.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import styles from "#room/features/directory/directory.module.css";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Select } from "#room/ui/select.tsx";
import table from "#room/ui/table.module.css";
import type { ImportForm, OpenFile } from "./use-import.ts";

const linesShown = 4;

interface ImportColumnsProps {
  readonly kind: DirectoryKind;
  readonly file: OpenFile;
  readonly form: UseFormReturn<ImportForm>;
}

export function ImportColumns({ kind, file: { records, name }, form }: ImportColumnsProps) {
  const { register, control, getValues, setValue } = form;
  const [hasHead, columns] = useWatch({ control, name: ["hasHead", "columns"] });
  const members = importMembers(kind);
  // Each member is read from one column.
  const leaveOthersOut = (at: number) => {
    const taken = getValues(`columns.${at}`);
    for (const [other, member] of getValues("columns").entries())
      if (member === taken && other !== at) setValue(`columns.${other}`, "");
  };
  return (
    <div className={styles.part}>
      <h2>{name}</h2>
      <Checkbox label="The first line has headings" {...register("hasHead")} />
      <div className={`${table.framed} ${table.scroll}`}>
        <table className={table.table}>
          <thead>
            <tr>
              {columns.map((_, at) => (
                <th key={at}>
                  <Select
                    label={`Column ${at + 1}`}
                    isLabelHidden
                    {...register(`columns.${at}`, { onChange: () => leaveOthersOut(at) })}
                    options={[
                      ["", "Don’t import"],
                      ...members.map((each) => [each, labelOfMember(each)] as const),
                    ]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.slice(0, linesShown).map(({ line, cells }, index) => (
              <tr key={line}>
                {columns.map((member, at) => (
                  <td key={at} className={member === "" || (hasHead && index === 0) ? "quiet" : undefined}>
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
