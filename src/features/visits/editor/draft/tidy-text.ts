import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { auditShape, eventShape, listShapes, visitShape, type Shape } from "./draft.ts";
import { tidyNumber } from "#room/billing/tidy-number.ts";
import type { MemberKind } from "#room/billing/member-kinds.ts";
import type { FieldRef } from "./field-ref.ts";

const fieldKinds: Readonly<Record<string, MemberKind>> = {
  ...eventShape,
  ...Object.fromEntries(Object.entries(visitShape).map(([name, kind]) => [`visitCharged.${name}`, kind])),
  ...Object.fromEntries(Object.entries(auditShape).map(([name, kind]) => [`audit.${name}`, kind])),
};
const codes = /^(?:cpt|icd9DiagCode|icd10DiagCode|.*\.currency)$/;
/** Figures are grouped by them. */
const words = /^payment(?:Type|Category)$/;

export function kindOf(place: FieldRef): MemberKind {
  if ("path" in place) return fieldKinds[place.path] ?? "text";
  const [member = "", part] = place.member.split(".");
  const shape: Shape = listShapes[place.list];
  const kind = shape[member] ?? "text";
  return kind === "money" ? (part === "currency" ? "text" : "number") : kind;
}

/** Adds the dot to an ICD-10 code: `J029` is faster to type than `J02.9`. */
function dotted(code: string): string {
  return /^[A-Z]\d[0-9A-Z]{2,5}$/.test(code) ? `${code.slice(0, 3)}.${code.slice(3)}` : code;
}

/** Typed or pasted text in its field's usual form; unchanged if it has none. */
export function tidyText(place: FieldRef, typed: string): string {
  // What nobody can see comes along from web pages and sheets.
  const text = typed.replaceAll(/\p{Cf}/gu, "").trim();
  const kind = kindOf(place);
  if (kind === "guid") return text === "" ? "" : (canonicalGuid(text) ?? text);
  if (kind === "number") return tidyNumber(text);
  if (kind === "words")
    return text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean)
      .join(" ");
  if (kind === "flag")
    return /^(?:true|yes|y|x|1|✓)$/i.test(text) ? "true" : /^(?:false|no|n|0|)$/i.test(text) ? "false" : text;
  if (kind === "links") return typed;
  if ("member" in place && place.member === "icd10DiagCode") return dotted(text.toUpperCase());
  if ("member" in place && codes.test(place.member)) return text.toUpperCase();
  if ("member" in place && words.test(place.member)) return text;
  return typed;
}
