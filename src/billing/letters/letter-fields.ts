import type { LetterTemplate, LetterWords } from "#room/contract/schemas/letter-words.ts";

export const letterFields = [
  "date of service",
  "amount",
  "reason",
  "visit",
  "provider",
  "practice",
  "payer",
  "clinic",
  "my name",
] as const;
export type LetterField = (typeof letterFields)[number];

/** What is known of each; an absent or empty one is a blank to be filled in by hand. */
export type LetterValues = Partial<Readonly<Record<LetterField, string | undefined>>>;

const braces = /\{([^{}\n]{1,40})\}/g;
const blank = "____";

export const hasBlanks = (text: string): boolean => text.includes(blank);

const fieldOf = (name: string) => letterFields.find((field) => field === name.trim().toLowerCase());

export function unknownFields(text: string): string[] {
  return [...text.matchAll(braces)].map(([, name = ""]) => name).filter((name) => !fieldOf(name));
}

/** The text with its fields filled in. What is no field stays as it is written. */
export function filledText(text: string, values: LetterValues): string {
  return text.replaceAll(braces, (whole, name: string) => {
    const field = fieldOf(name);
    return field === undefined ? whole : values[field] || blank;
  });
}

const usual: LetterTemplate = {
  name: "Question about a visit",
  subject: "Question about a visit",
  text: [
    "Hello {provider},",
    "",
    "We cannot bill your visit of {date of service} yet ({practice}, {amount}). The reason: {reason}",
    "",
    "Could you please complete the documentation, or tell us what is right?",
  ].join("\n"),
};

export const templatesOf = ({ templates }: LetterWords) => (templates.length > 0 ? templates : [usual]);

/** A letter from a template, with the signature under it. The subject is the template's own: it names nobody. */
export function letterFrom(template: LetterTemplate, { signature }: LetterWords, values: LetterValues) {
  const text = signature.trim() === "" ? template.text : `${template.text}\n\n${signature}`;
  return { subject: template.subject, text: filledText(text, values) };
}
