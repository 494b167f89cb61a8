/** What a typed text is by its form alone. */
export type Recognised =
  | { kind: "guid"; value: string }
  | { kind: "diagnosis"; value: string; system: "ICD-10-CM" | "ICD-9-CM" }
  | { kind: "procedure"; value: string };

const guid = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;
const icd10 = /^[A-Z][0-9][0-9A-Z](\.?[0-9A-Z]{1,4})?$/i;
const icd9 = /^(\d{3}\.\d{1,2}|V\d{2}\.\d{1,2}|E\d{3}\.\d)$/i;
const procedure = /^(\d{5}|[A-Z]\d{4}|\d{4}[A-Z])$/i;

/** All that the text can be; several when its form fits several (A0425 is a procedure and looks like a diagnosis). */
export function recognise(text: string): Recognised[] {
  const typed = text.trim();
  const parts = guid.exec(typed);
  if (parts) return [{ kind: "guid", value: parts.slice(1).join("").toLowerCase() }];
  const found: Recognised[] = [];
  const code = typed.toUpperCase();
  if (icd9.test(code)) found.push({ kind: "diagnosis", value: code, system: "ICD-9-CM" });
  else if (icd10.test(code)) found.push({ kind: "diagnosis", value: dotted(code), system: "ICD-10-CM" });
  if (procedure.test(code)) found.push({ kind: "procedure", value: code });
  return found;
}

function dotted(code: string): string {
  const plain = code.replace(".", "");
  return plain.length > 3 ? `${plain.slice(0, 3)}.${plain.slice(3)}` : plain;
}
