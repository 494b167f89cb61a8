import { bareDiagnosisCode, codeSystems } from "#room/contract/primitives/diagnosis-code.ts";

/** Longer than any code with its dot and a space or two. */
const longest = 12;

/** The text as a code, if it is unambiguous: bare numbers are ages, doses and dates as often as ICD-9 codes. */
export function codeIn(text: string): string | undefined {
  const plain = text.trim().replace(/^[([{]+|(?<![)\]},.;:])[)\]},.;:]+$/g, "");
  if (plain.length > longest || !/\d/.test(plain) || !/[A-Za-z.]/.test(plain)) return undefined;
  return codeSystems.some((system) => bareDiagnosisCode(plain, system) !== undefined) ? plain : undefined;
}
