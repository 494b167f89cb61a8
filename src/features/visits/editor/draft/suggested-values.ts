import type { FieldRef } from "./field-ref.ts";

/** Not shown by the interface: these texts are free. What offices usually write, to choose from. */
const values: Readonly<Record<string, readonly string[]>> = {
  "payments.paymentType": ["Cash", "Check", "Credit card", "Debit card", "EFT"],
  "payments.paymentCategory": [
    "Patient",
    "Copay",
    "Coinsurance",
    "Deductible",
    "Insurance",
    "Adjustment",
    "Refund",
  ],
  "rulesLogs.status": ["Passed", "Failed", "Warning", "Skipped", "Approved"],
  "rulesLogs.logLevel": ["Info", "Warn", "Error"],
  "audit.finalStatus": ["Clear", "Charged", "Withheld", "Manual review", "Stopped"],
};

export function suggestedAt(place: FieldRef): readonly string[] | undefined {
  return values["list" in place ? `${place.list}.${place.member}` : place.path];
}

const begins = (text: string, words: string) => text.toLowerCase().startsWith(words.toLowerCase());

/** What begins with the words, then what has a later word that does; Enter may choose only the former. */
export function suggestedFor(words: string, texts: readonly string[]) {
  const found = texts.filter((text) => begins(text, words));
  const later = texts.filter(
    (text) => !found.includes(text) && text.split(" ").some((word) => begins(word, words)),
  );
  return { texts: [...found, ...later], isFirstChosen: words !== "" && found.length > 0 };
}
