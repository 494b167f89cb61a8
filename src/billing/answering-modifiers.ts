import { distinctServiceModifiers } from "./procedure-code.ts";

const bodyParts: ReadonlySet<string> = new Set(
  "E1 E2 E3 E4 FA F1 F2 F3 F4 F5 F6 F7 F8 F9 TA T1 T2 T3 T4 T5 T6 T7 T8 T9 LT RT LC LD RC LM RI".split(" "),
);
/** The modifiers that NCCI accepts to override a pair with indicator 1; not 22, 76 or 77 (Policy Manual, chapter I). */
export const answeringModifiers: ReadonlySet<string> = new Set([
  ...bodyParts,
  ..."24 25 57 58 78 79 27 91".split(" "),
  ...distinctServiceModifiers,
]);

/** Before this date, 59 and the X modifiers counted only on the column 2 line (CR 11168). */
export const eitherLineFrom = "2019-07-01";

export interface PairOfLines {
  readonly column1: readonly string[];
  readonly column2: readonly string[];
  readonly serviceDate: string;
}

/**
 * Whether the modifiers of two lines override their pair; `same-part` when all they say is the same body part twice.
 */
export function answerOf({ column1, column2, serviceDate }: PairOfLines): "answered" | "same-part" | "open" {
  const counts = (modifier: string) =>
    answeringModifiers.has(modifier) &&
    (serviceDate >= eitherLineFrom || !distinctServiceModifiers.has(modifier));
  const found = [
    ...column1.filter(counts),
    ...column2.filter((modifier) => answeringModifiers.has(modifier)),
  ];
  if (found.length === 0) return "open";
  const isSamePart = found.every(
    (modifier) => bodyParts.has(modifier) && column1.includes(modifier) && column2.includes(modifier),
  );
  return isSamePart ? "same-part" : "answered";
}
