import { bareDiagnosisCode, codeSystems } from "#room/contract/primitives/diagnosis-code.ts";

/** True if the text can be a code of either system and is therefore verified; other text is searched for as words. */
export function canBeCode(text: string): boolean {
  return codeSystems.some((system) => bareDiagnosisCode(text, system) !== undefined);
}

/** True for text that is not a word: it contains a digit and no space between letters. */
export function looksLikeCode(text: string): boolean {
  const plain = text.trim();
  return /\d/.test(plain) && !/[a-z]{2}/i.test(plain) && !/(?<!\s)\s+[a-z]+$/i.test(plain);
}
