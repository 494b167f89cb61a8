import { rule } from "./rule.ts";

/** The prefix of an NPI for its check digit, as on a card: health industry (80), United States (840). */
const prefix = "80840";

/** Whether text is ten digits with a valid check digit (Luhn over the prefix 80840 and the first nine). */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false;
  let sum = 0;
  for (const [index, sign] of [...(prefix + text)].toReversed().entries()) {
    const digit = Number(sign) * (index % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** A National Provider Identifier. */
export const npi = rule<string>((value) => value === "" || isNpi(value), {
  code: "RegularExpression",
  message: "must be an NPI: 10 digits, the last of which checks the others",
});
