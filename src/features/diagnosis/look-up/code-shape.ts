import { procedureClassOf } from "#room/billing/procedure-code.ts";
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

/** What was probably meant by a code that is in no set: a procedure, or a zero; "" if neither. */
export function likelySlip(code: string): string {
  const plain = code.trim().toUpperCase();
  const procedure = procedureClassOf(plain);
  if (procedure !== undefined) {
    const nine = /^\d/.test(plain) && canBeCode(plain) ? ", or an ICD-9-CM code without its dot" : "";
    return `${plain} looks like a procedure code (${procedure.replace(/ I+$/, "")})${nine}.`;
  }
  const withZero = plain.slice(0, 1) + plain.slice(1).replaceAll("O", "0");
  // No ICD-10-CM code has the letter O after its first place.
  return withZero !== plain && canBeCode(withZero) ? `It has the letter O: did you mean ${withZero}?` : "";
}
