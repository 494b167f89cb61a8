import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";

export const diagnosisTabs = ["lookup", "procedures", "batch", "sets"] as const;
export type DiagnosisTab = (typeof diagnosisTabs)[number];

/** The diagnosis page's URL parameters: a code and a date, never whose they are. */
export const diagnosisSearch = addressReader({
  code: text,
  codeSystemName: text,
  svcDate: text,
  tab: oneOf(...diagnosisTabs),
});
export type DiagnosisSearch = ReturnType<typeof diagnosisSearch>;
