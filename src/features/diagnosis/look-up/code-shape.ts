import { bareDiagnosisCode, codeSystems } from "#room/contract/primitives/diagnosis-code.ts";

/** True when the text can be a code of either system: it is verified then; other text is searched for as words. */
export function canBeCode(text: string): boolean {
  return codeSystems.some((system) => bareDiagnosisCode(text, system) !== undefined);
}

/** True for a text that is no word: it has a digit and no blank between letters. */
export function looksLikeCode(text: string): boolean {
  const plain = text.trim();
  return /\d/.test(plain) && !/[a-z]{2}/i.test(plain) && !/(?<!\s)\s+[a-z]+$/i.test(plain);
}
