import type { ImportState } from "./import-run.ts";

function events(count: number): string {
  return count === 1 ? "1 event" : `${count.toLocaleString()} events`;
}

/** How many events were read so far, good and bad. */
export function readCount({ counts, refused }: ImportState): number {
  return counts.added + counts.same + counts.updated + counts.conflict + refused.length;
}

/** The head of the report: what became of the import as a whole. */
export function importTitle(state: ImportState): string {
  const { counts, refused, name, phase } = state;
  const taken = counts.added + counts.updated;
  if (phase === "running") return `Importing ${name}`;
  if (phase === "failed") return `The import of ${name} failed`;
  if (phase === "done" && taken === 0 && counts.conflict > 0)
    return `${events(counts.conflict)} from ${name} to be merged`;
  if (phase === "done" && taken === 0 && counts.same > 0) return `Nothing new in ${name}`;
  const said = `${events(taken)} imported from ${name}`;
  if (phase === "stopped") return `Stopped: ${said}`;
  if (taken === 0 && counts.conflict === 0 && counts.same === 0 && refused.length > 0)
    return `Nothing was imported from ${name}`;
  return said;
}

/** The rest of the report, a sentence for each thing worth knowing. */
export function importDetails({ counts, refused, phase, failure }: ImportState): string[] {
  const lines: string[] = [];
  if (phase === "failed" && failure) lines.push(failure);
  if (phase === "failed" || phase === "stopped") lines.push("What was imported up to then is kept.");
  if (counts.updated > 0)
    lines.push(`${events(counts.updated)} took newer content; nobody had changed them here.`);
  if (counts.same > 0)
    lines.push(
      counts.same === 1
        ? "1 event was skipped: it is here already with the same content."
        : `${events(counts.same)} were skipped: they are here already with the same content.`,
    );
  if (counts.conflict > 0)
    lines.push(
      counts.conflict === 1
        ? "1 event differs from the draft that was changed here: merge the two."
        : `${events(counts.conflict)} differ from drafts that were changed here: merge them.`,
    );
  if (refused.length > 0)
    lines.push(refused.length === 1 ? "1 was refused." : `${refused.length.toLocaleString()} were refused.`);
  return lines;
}

/** The refused ones as text to keep or pass on: file, line, eventId, path, fault; one fault per line. */
export function refusedText(state: ImportState): string {
  return state.refused
    .flatMap(({ file, line, eventId, faults }) =>
      faults.map(({ path, message }) =>
        [file, line === undefined ? "" : `line ${line}`, eventId ?? "", path, message].join("\t"),
      ),
    )
    .join("\n");
}
