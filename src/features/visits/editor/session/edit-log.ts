import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { StoryLine } from "#room/workspace/storage/draft-lease.ts";
import { listShapes, type ListName, type RowDraft } from "#room/features/visits/editor/draft/draft.ts";
import type { CellValue, Patch, Step } from "#room/features/visits/editor/draft/history.ts";
import { textOfLinks } from "#room/features/visits/editor/draft/links.ts";
import { shownText } from "#room/features/visits/editor/draft/usual-text.ts";
import { dateOfServicePath, timeOfServicePath } from "#room/features/visits/editor/draft/field-ref.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { memberName } from "./member-name.ts";

/** How many lines are kept with a draft, and the maximum characters of each: a few kilobytes in all. */
const maxLines = 60;
const longestLine = 160;
const longestValue = 40;
/** A step with more cells is listed by its label only. */
const fewCells = 3;

type CellPatch = Extract<Patch, { kind: "cell" }>;

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function wordsOfValue(visit: VisitDraft, { place }: CellPatch, value: CellValue): string {
  const text = typeof value === "string" ? value : textOfLinks(value, visit.rows("diagnosis"));
  if (text.trim() === "") return "empty";
  if (text === "true" || text === "false") return text === "true" ? "on" : "off";
  const isDate = "path" in place && place.path === dateOfServicePath;
  const time = isDate ? shownText({ path: timeOfServicePath }, text) : "";
  return cut(shortGuid(`${shownText(place, text)} ${time}`.trim()), longestValue);
}

function changeOf(visit: VisitDraft, patch: CellPatch): string {
  const [before, after] = [patch.before, patch.after].map((value) => wordsOfValue(visit, patch, value));
  return `${before} → ${after}`;
}

function nameOf({ place }: CellPatch): string {
  return "path" in place ? memberName(place.path.split(".").at(-1) ?? "") : memberName(place.member);
}

/** Identifies a removed row: its code, else its amount. */
function wordsOfRow(list: ListName, row: RowDraft): string {
  if (!(list in listShapes)) return "";
  const words =
    "cpt" in row ? [row.cpt, row.charge.amount] : "icd10DiagCode" in row ? [row.icd10DiagCode] : [];
  return ("amount" in row ? [row.paymentType, row.amount.amount] : words).filter(Boolean).join(" ");
}

function removedIn(patches: readonly Patch[]): string[] {
  return patches.flatMap((patch) => {
    if (patch.kind !== "rows") return [];
    const left = new Set(patch.after.map(({ rowId }) => rowId));
    return patch.before
      .filter(({ rowId }) => !left.has(rowId))
      .map((row) => wordsOfRow(patch.list, row))
      .filter(Boolean);
  });
}

/** A step in words: "Charge 2 · Charge: 120.10 → 150.00", "Remove charge 3: 99213 120.10". */
function wordsOfStep(visit: VisitDraft, { label, patches, isTyped }: Step): string {
  const cells = patches.filter((patch) => patch.kind === "cell");
  const [first, ...others] = cells;
  const removed = removedIn(patches);
  if (removed.length > 0) return cut(`${label}: ${removed.join(", ")}`, longestLine);
  if (!first || cells.length > fewCells || patches.some(({ kind }) => kind === "rows"))
    return cut(label, longestLine);
  const along = others.map((patch) => `, ${nameOf(patch)}: ${changeOf(visit, patch)}`).join("");
  const head =
    isTyped || label === nameOf(first) ? `${label.replace(", ", " · ")}: ` : `${label} · ${nameOf(first)}: `;
  return cut(`${head}${changeOf(visit, first)}${along}`, longestLine);
}

export class EditLog {
  readonly #visit: VisitDraft;
  readonly earlier: readonly StoryLine[];
  /** A step's words are fixed when first built, since rows move and disappear. */
  readonly #wordsOfSteps = new WeakMap<Step, string>();

  constructor(visit: VisitDraft, earlier: readonly StoryLine[]) {
    this.#visit = visit;
    this.earlier = earlier;
  }

  wordsOf(step: Step): string {
    const words = this.#wordsOfSteps.get(step) ?? wordsOfStep(this.#visit, step);
    this.#wordsOfSteps.set(step, words);
    return words;
  }

  lines(): readonly StoryLine[] {
    const made = this.#visit
      .history()
      .done.slice(-maxLines)
      .map((step) => ({ at: step.at, words: this.wordsOf(step) }));
    return [...this.earlier, ...made].slice(-maxLines);
  }
}
