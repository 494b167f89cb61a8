import { counted } from "#room/contract/primitives/counted.ts";
import type { ImportState } from "./import-state.ts";
import type { RefusedItem } from "./import-source.ts";

function visits(count: number): string {
  return counted(count, "visit");
}

export function readCount({ counts, again, unchanged, refused }: ImportState): number {
  return (
    again +
    unchanged +
    counts.added +
    counts.same +
    counts.updated +
    counts.conflict +
    counts.charged +
    refused.length
  );
}

/** The report's title: the result of the import as a whole. */
export function importTitle(state: ImportState): string {
  const { counts, refused, name, phase, shared } = state;
  const taken = counts.added + counts.updated - shared;
  if (phase === "running") return `Importing ${name}`;
  if (phase === "failed") return `The import of ${name} failed`;
  if (phase === "done" && taken === 0 && counts.conflict > 0)
    return `${visits(counts.conflict)} from ${name} to merge`;
  if (phase === "done" && taken === 0 && counts.same + counts.charged > 0) return `Nothing new in ${name}`;
  const summary = `${visits(taken)} imported from ${name}`;
  if (phase === "stopped") return `Stopped: ${summary}`;
  if (taken === 0 && counts.conflict + counts.same + counts.charged === 0 && refused.length > 0)
    return `Nothing was imported from ${name}`;
  return summary;
}

/** A sentence about one or many; `rest` as it follows "1 visit" and "2 visits". */
function about(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${visits(count)} ${count === 1 ? one : many}`];
}

/** "3 entries" and what is said of them, if there are any. */
function told(count: number, one: string, many: string, rest: (isOne: boolean) => string): string[] {
  return count === 0 ? [] : [`${counted(count, one, many)} ${rest(count === 1)}`];
}

function unread(refused: ImportState["refused"]): string[] {
  const files = refused.filter(({ line }) => line === undefined).length;
  const entries = refused.length - files;
  return [
    ...(files === 0 ? [] : [`${counted(files, "file")} couldn’t be read.`]),
    ...about(entries, "couldn’t be read.", "couldn’t be read."),
  ];
}

/** The rest of the report: one sentence per fact. */
export function importDetails({
  counts,
  again,
  unchanged,
  shared,
  sharedHere,
  faulty,
  refused,
  phase,
  failure,
}: ImportState): string[] {
  const isCut = phase === "failed" || phase === "stopped";
  return [
    ...(phase === "failed" && failure ? [failure] : []),
    ...(isCut ? ["What was imported before that is kept."] : []),
    ...about(
      faulty,
      "has a problem to fix before it can be sent.",
      "have problems to fix before they can be sent.",
    ),
    // They are among those that the title counts.
    ...told(
      counts.updated,
      "of these was updated",
      "of these were updated",
      (one) => `from the file; nobody had changed ${one ? "it" : "them"} here.`,
    ),
    ...told(again, "entry", "entries", () => "came again with changes: the last one was taken."),
    ...told(
      unchanged,
      "entry",
      "entries",
      (one) => `came again unchanged: ${one ? "it" : "each"} was taken once.`,
    ),
    ...told(
      shared + sharedHere,
      "more entry has",
      "more entries have",
      (one) =>
        `the visit ID of another: the list has one row for ${one ? "both" : "each visit ID"}, “On this device” one for each${one ? "" : " entry"}.`,
    ),
    ...about(
      counts.same - sharedHere,
      "was skipped: it is already here.",
      "were skipped: they are already here.",
    ),
    ...about(
      counts.conflict,
      "was changed here and in the file: merge the two.",
      "were changed here and in the file: merge them.",
    ),
    ...about(
      counts.charged,
      "is already charged: what the file has for it is different and was left out.",
      "are already charged: what the file has for them is different and was left out.",
    ),
    ...unread(refused),
  ];
}

/** The position of a refused item in its file: "line 3", "line 1, entry 4". */
export function placeOf({ line, entry }: RefusedItem): string {
  const parts = [line === undefined ? "" : `line ${line}`, entry === undefined ? "" : `entry ${entry}`];
  return parts.filter(Boolean).join(", ");
}

/** Refused items as text to keep or forward: file, line, eventId, path, error; one error per line. */
export function refusedText(state: ImportState): string {
  return state.refused
    .flatMap((item) =>
      item.faults.map(({ path, message }) =>
        [item.file, placeOf(item), item.eventId ?? "", path, message].join("\t"),
      ),
    )
    .join("\n");
}
