import type { DraftCharge, DraftDiagnosis } from "./draft-event.ts";
import { codeOf, findDiagnosis, isSameDiagnosis } from "./diagnosis-identity.ts";

/** A, B … Z, AA, AB …: the letter of the visit's diagnosis at an index. Display only; links hold by identity. */
export function diagnosisLetter(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The index that a letter stands for; undefined when the text is none. */
export function indexOfLetter(text: string): number | undefined {
  if (!/^[A-Za-z]{1,3}$/.test(text)) return undefined;
  let index = 0;
  for (const letter of text.toUpperCase()) index = index * 26 + ((letter.codePointAt(0) ?? 65) - 64);
  return index - 1;
}

/** One entry of a charge's indicatedBy and the visit's diagnosis that it means. */
export interface DiagnosisLink {
  /** Index in the visit's diagnoses; undefined when the visit has no such diagnosis (foreign). */
  readonly index: number | undefined;
  /** The entry as it stands in the charge. */
  readonly diagnosis: DraftDiagnosis;
}

/** The links of a charge in their order; the first is the main one. */
export function linksOf(
  charge: Pick<DraftCharge, "indicatedBy">,
  diagnoses: readonly DraftDiagnosis[],
): DiagnosisLink[] {
  return (charge.indicatedBy ?? []).map((diagnosis) => ({
    index: findDiagnosis(diagnosis, diagnoses),
    diagnosis,
  }));
}

/** The links as one field shows them: "A C"; a foreign one by its code in brackets, "[J02.9]". */
export function formatLinks(links: readonly DiagnosisLink[]): string {
  return links
    .map(({ index, diagnosis }) => (index === undefined ? `[${codeOf(diagnosis)}]` : diagnosisLetter(index)))
    .join(" ");
}

/** What a typed link field means. */
export interface ParsedLinks {
  /** The new indicatedBy; entries that were there before are the same objects. */
  readonly indicatedBy: readonly DraftDiagnosis[];
  /** Words that name no diagnosis of the visit. */
  readonly unknown: readonly string[];
}

function lettersIn(token: string, count: number): number[] | undefined {
  const whole = indexOfLetter(token);
  if (whole !== undefined && whole < count) return [whole];
  // "ABD" without blanks, as on the paper form, where no diagnosis has that letter itself.
  const single = [...token].map((letter) => indexOfLetter(letter));
  const known = single.flatMap((index) => (index !== undefined && index < count ? [index] : []));
  return known.length === token.length && known.length > 0 ? known : undefined;
}

function indexesOf(token: string, diagnoses: readonly DraftDiagnosis[]): number[] | undefined {
  const range = /^([A-Za-z]{1,2})\s*[-–]\s*([A-Za-z]{1,2})$/.exec(token);
  if (range) {
    const [from, to] = [indexOfLetter(range[1] ?? ""), indexOfLetter(range[2] ?? "")];
    if (from === undefined || to === undefined || Math.max(from, to) >= diagnoses.length) return undefined;
    const step = from <= to ? 1 : -1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, offset) => from + offset * step);
  }
  const letters = lettersIn(token, diagnoses.length);
  if (letters) return letters;
  const byCode =
    findDiagnosis({ icd10DiagCode: token }, diagnoses) ?? findDiagnosis({ icd9DiagCode: token }, diagnoses);
  return byCode === undefined ? undefined : [byCode];
}

/**
 * Reads a link field: letters parted by blanks, commas or nothing ("A C", "A,C", "AC"), a range ("A-C" is A, B and C),
 * or a code of the visit ("J02.9"). A foreign diagnosis stays as long as its bracketed code stands in the text.
 */
export function parseLinks(
  text: string,
  diagnoses: readonly DraftDiagnosis[],
  before: readonly DraftDiagnosis[] = [],
): ParsedLinks {
  const indicatedBy: DraftDiagnosis[] = [];
  const unknown: string[] = [];
  const taken = new Set<number>();
  const spare = [...before];
  const takeBefore = (fits: (entry: DraftDiagnosis) => boolean) => {
    const at = spare.findIndex(fits);
    return at === -1 ? undefined : spare.splice(at, 1)[0];
  };
  const tokens = text.replaceAll(/\s*[-–]\s*/g, "-").match(/\[[^\]]*\]|[^\s,;+/[\]]+/g) ?? [];
  for (const token of tokens) {
    if (token.startsWith("[")) {
      const code = token.slice(1, -1).trim();
      const kept = takeBefore(
        (entry) => codeOf(entry) === code && findDiagnosis(entry, diagnoses) === undefined,
      );
      if (kept) indicatedBy.push(kept);
      else unknown.push(token);
      continue;
    }
    const indexes = indexesOf(token, diagnoses);
    if (!indexes) unknown.push(token);
    for (const index of indexes ?? []) {
      const diagnosis = diagnoses[index];
      if (diagnosis === undefined || taken.has(index)) continue;
      taken.add(index);
      indicatedBy.push(takeBefore((entry) => findDiagnosis(entry, diagnoses) === index) ?? { ...diagnosis });
    }
  }
  return { indicatedBy, unknown };
}

/** indicatedBy after a diagnosis of the visit was edited: the entries that meant it follow it, the others stay. */
export function followDiagnosis(
  indicatedBy: readonly DraftDiagnosis[],
  before: DraftDiagnosis,
  after: DraftDiagnosis,
): readonly DraftDiagnosis[] {
  if (!indicatedBy.some((entry) => isSameDiagnosis(entry, before))) return indicatedBy;
  return indicatedBy.map((entry) => (isSameDiagnosis(entry, before) ? { ...entry, ...after } : entry));
}

/** The charges, by index, that have no link left once the diagnosis at `index` is taken out. */
export function chargesLeftBare(
  charges: readonly DraftCharge[],
  diagnoses: readonly DraftDiagnosis[],
  index: number,
): number[] {
  return charges.flatMap((charge, at) => {
    const known = linksOf(charge, diagnoses).filter((link) => link.index !== undefined);
    return known.length > 0 && known.every((link) => link.index === index) ? [at] : [];
  });
}
