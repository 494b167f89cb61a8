import { useMemo, useState } from "react";
import { todayHere } from "#room/api/today-here.ts";
import {
  columnsByHeadings,
  type ColumnMap,
  hasHeadings,
  type ImportMember,
} from "#room/billing/directory/import-columns.ts";
import { planImport } from "#room/billing/directory/plan-import.ts";
import { readImport } from "#room/billing/directory/read-import.ts";
import { recordsOf, type TableRecord } from "#room/billing/table-records.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { readText } from "#room/ui/read-text.ts";
import { toast } from "#room/ui/toast-store.ts";

export const mostFileBytes = 16 * 1024 * 1024;
export const mostLines = 20_000;

export interface OpenFile {
  readonly name: string;
  readonly records: readonly TableRecord[];
  readonly hasHead: boolean;
  readonly columns: ColumnMap;
}

/** A file of entries: which column holds what, what is read of it, and what that would change. */
export function useImport(kind: DirectoryKind) {
  const names = useNames();
  const [file, setFile] = useState<OpenFile>();
  const [today] = useState(todayHere);
  const open = async (picked: File | undefined) => {
    if (!picked) return;
    const refuse = (detail: string) =>
      toast({ title: `${picked.name} couldn’t be read`, detail, tone: "warn" });
    if (picked.size > mostFileBytes) return refuse("Files can be up to 16 MB.");
    const records = recordsOf(await readText(picked), { isFile: true });
    if (records.length === 0) return refuse("It’s empty.");
    if (records.length > mostLines)
      return refuse(`It has more than ${mostLines.toLocaleString()} lines. Split it, say by payer.`);
    const first = records[0]?.cells ?? [];
    const hasHead = hasHeadings(kind, first);
    const columns = hasHead ? columnsByHeadings(kind, first) : first.map(() => undefined);
    return setFile({ name: picked.name, records, hasHead, columns });
  };
  const setColumn = (at: number, member: ImportMember | undefined) =>
    setFile((now) => {
      if (!now) return now;
      // Each member is read from one column.
      const columns = now.columns.map((each, index) =>
        index === at ? member : each === member ? undefined : each,
      );
      return { ...now, columns };
    });
  const setHead = (hasHead: boolean) => setFile((now) => now && { ...now, hasHead });
  const read = useMemo(() => {
    if (!file) return undefined;
    const records = file.hasHead ? file.records.slice(1) : file.records;
    const uuid = () => crypto.randomUUID();
    return readImport(records, { kind, columns: file.columns, names, today, currency: "USD", uuid });
  }, [file, kind, names, today]);
  const plan = useMemo(
    () => read && planImport(kind, names.entries, read.entries, today),
    [read, kind, names, today],
  );
  return { file, open, setColumn, setHead, read, plan, today, close: () => setFile(undefined) };
}
