import { FileFaults } from "#room/server/codes/code-file-error.ts";
import { dayOf, type ProcedureLine } from "./procedure-line.ts";

export interface ProcedureRecord {
  readonly line: number;
  readonly code: string;
  /** 3 for a code, 7 for a modifier; 4 and 8 continue the text of the one above. */
  readonly type: string;
  readonly title: string;
  readonly shortTitle: string;
  readonly added: string;
  readonly lastDay: string;
}

interface Gathered {
  code: string;
  titles: string[];
  shortTitle: string;
  from: string;
  to: string;
}

/** Combines records into complete lines, for any file format. Throws CodeFileError. */
export function gatherLines(fileName: string, records: Iterable<ProcedureRecord>): ProcedureLine[] {
  const faults = new FileFaults();
  const gathered: Gathered[] = [];
  for (const record of records) {
    const isNew = !isFurther(record);
    const fault =
      faultOf(record, gathered.at(-1)) ??
      (isNew ? faults.faultOfTwice(record.code.trim(), record.line) : undefined);
    if (fault !== undefined) faults.add(record.line, fault);
    else if (!isNew) gathered.at(-1)?.titles.push(record.title);
    else
      gathered.push({
        code: record.code.trim(),
        titles: [record.title],
        shortTitle: record.shortTitle.trim(),
        from: dayOf(record.added) ?? "",
        to: dayOf(record.lastDay) ?? "",
      });
  }
  faults.settle(fileName, gathered.length);
  return gathered.map(({ titles, ...line }) => ({
    ...line,
    title: titles.join(" ").replaceAll(/\s+/g, " ").trim(),
  }));
}

function isFurther({ type }: ProcedureRecord): boolean {
  return type === "4" || type === "8";
}

function faultOf(record: ProcedureRecord, above: Gathered | undefined): string | undefined {
  const { type, title, added, lastDay } = record;
  const code = record.code.trim();
  if (!/^[3478]$/.test(type)) return `the record type, “${type}”, is not 3, 4, 7 or 8`;
  const isModifier = type === "7" || type === "8";
  const isShaped = isModifier ? /^[A-Z0-9]{2}$/.test(code) : /^[A-Z]\d{4}$/.test(code);
  if (!isShaped) return `“${code}” is not a HCPCS level II ${isModifier ? "modifier" : "code"}`;
  if (isFurther(record))
    return code === above?.code ? undefined : `goes on with ${code}, which is not above it`;
  if (title.trim() === "") return `${code} has no long text`;
  if (dayOf(added) === undefined)
    return `the day ${code} was added, “${added.trim()}”, is not a day (yyyymmdd)`;
  if (dayOf(lastDay) === undefined)
    return `the last day of ${code}, “${lastDay.trim()}”, is not a day (yyyymmdd)`;
  return undefined;
}
