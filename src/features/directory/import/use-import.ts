import { useMemo, useState } from "react";
import { todayHere } from "#room/api/today-here.ts";
import { columnsOfFile, kindOfFile, lackingColumns } from "#room/billing/directory/guess-columns.ts";
import { type ColumnMap, hasHeadings, type ImportMember } from "#room/billing/directory/import-columns.ts";
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

/** The file with what its columns are taken for in entries of that kind. */
function taken(kind: DirectoryKind, name: string, records: readonly TableRecord[]): OpenFile {
  const [first = [], ...lines] = records.map(({ cells }) => cells);
  const hasHead = hasHeadings(kind, first);
  const columns = hasHead ? columnsOfFile(kind, first, lines) : first.map(() => undefined);
  return { name, records, hasHead, columns };
}

/** A file of entries: of which kind, which column holds what, what is read of it, and what that would change. */
export function useImport() {
  const names = useNames();
  const [{ kind, isChosen }, setKind] = useState<{ kind: DirectoryKind; isChosen: boolean }>({
    kind: "payer",
    isChosen: false,
  });
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
    const guessed = isChosen ? kind : (kindOfFile(picked.name, records[0]?.cells ?? []) ?? kind);
    setKind({ kind: guessed, isChosen });
    return setFile(taken(guessed, picked.name, records));
  };
  /** The file stays, and its columns are looked at anew. */
  const chooseKind = (chosen: DirectoryKind) => {
    setKind({ kind: chosen, isChosen: true });
    setFile((now) => now && taken(chosen, now.name, now.records));
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
  const lacking = file ? lackingColumns(kind, file.columns) : [];
  const isWhole = lacking.length === 0;
  const read = useMemo(() => {
    if (!file || !isWhole) return undefined;
    const records = file.hasHead ? file.records.slice(1) : file.records;
    const uuid = () => crypto.randomUUID();
    return readImport(records, { kind, columns: file.columns, names, today, currency: "USD", uuid });
  }, [file, isWhole, kind, names, today]);
  const plan = useMemo(
    () => read && planImport(kind, names.entries, read.entries, today),
    [read, kind, names, today],
  );
  const close = () => {
    setFile(undefined);
    setKind({ kind, isChosen: false });
  };
  return { kind, chooseKind, file, open, setColumn, setHead, lacking, read, plan, today, close };
}
