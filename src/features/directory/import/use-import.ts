import { useMemo, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { clinicToday } from "#room/api/clinic-today.ts";
import { columnsOfFile, kindOfFile, lackingColumns } from "#room/billing/directory/guess-columns.ts";
import { hasHeadings } from "#room/billing/directory/import-columns.ts";
import { planImport } from "#room/billing/directory/plan-import.ts";
import { readImport } from "#room/billing/directory/read-import.ts";
import { TableTooLarge } from "#room/billing/table-guard.ts";
import { recordsOf, type TableRecord } from "#room/billing/table-records.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { ownPlan } from "#room/features/directory/own-entries.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { readTextFile } from "#room/ui/read-text.ts";
import { toast } from "#room/ui/toast-store.ts";
import { formatCount } from "#room/ui/formats.ts";

export const maxMegabytes = 16;
export const maxLines = 20_000;

export interface OpenFile {
  readonly name: string;
  readonly records: readonly TableRecord[];
}

export type ImportForm = ReturnType<typeof taken>;

function taken(kind: DirectoryKind, records: readonly TableRecord[]) {
  const [first = [], ...lines] = records.map(({ cells }) => cells);
  const hasHead = hasHeadings(kind, first);
  const columns = hasHead ? columnsOfFile(kind, first, lines) : first.map(() => undefined);
  return { kind, hasHead, columns: columns.map((member) => member ?? ""), isEnding: false };
}

/** Throws a sentence if the file is none of entries. */
async function recordsOfFile(file: File): Promise<TableRecord[]> {
  const records = recordsOf(await readTextFile(file, maxMegabytes), { isFile: true });
  if (records.length === 0) throw new Error("It’s empty.");
  if (records.length > maxLines)
    throw new Error(`It has more than ${formatCount(maxLines)} lines. Split it, say by payer.`);
  return records;
}

/** A file of entries: its kind, its columns, the entries read, and what they would change. */
export function useImport() {
  const names = useNames();
  const [file, setFile] = useState<OpenFile>();
  const [isChosen, setChosen] = useState(false);
  /** A large one may be read after another is chosen. */
  const newest = useRef<File>(undefined);
  const form = useForm<ImportForm>({ defaultValues: taken("payer", []) });
  const [kind, hasHead, columns, isEnding] = useWatch({
    control: form.control,
    name: ["kind", "hasHead", "columns", "isEnding"],
  });
  const [today] = useState(clinicToday);
  const open = async (picked: File | undefined) => {
    if (!picked) return;
    newest.current = picked;
    try {
      const records = await recordsOfFile(picked);
      if (newest.current !== picked) return;
      const guessed = isChosen ? kind : (kindOfFile(picked.name, records[0]?.cells ?? []) ?? kind);
      form.reset(taken(guessed, records));
      setFile({ name: picked.name, records });
    } catch (error) {
      const words = error instanceof Error ? error.message : "";
      const detail = error instanceof TableTooLarge ? `It ${words}.` : words;
      toast({ title: `${picked.name} couldn’t be read`, detail, tone: "warn" });
    }
  };
  /** The file stays; its columns are detected again. */
  const onKind = () => {
    setChosen(true);
    form.reset(taken(form.getValues("kind"), file?.records ?? []));
  };
  const map = useMemo(() => columns.map((member) => member || undefined), [columns]);
  const lacking = file ? lackingColumns(kind, map) : [];
  const isWhole = lacking.length === 0;
  const read = useMemo(() => {
    if (!file || !isWhole) return undefined;
    const records = hasHead ? file.records.slice(1) : file.records;
    const uuid = () => crypto.randomUUID();
    return readImport(records, { kind, columns: map, names, today, currency: "USD", uuid });
  }, [file, isWhole, hasHead, map, kind, names, today]);
  const plan = useMemo(
    () => read && ownPlan(planImport(kind, names.entries, read, today)),
    [read, kind, names, today],
  );
  const close = () => {
    newest.current = undefined;
    setFile(undefined);
    setChosen(false);
  };
  return { form, kind, isEnding, onKind, file, open, lacking, read, plan, today, close };
}
