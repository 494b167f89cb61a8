import type { ResponseOf } from "#room/contract/registry.ts";
import type { VisitMatch } from "#room/contract/schemas/visit.ts";

const words: Readonly<Record<VisitMatch, string>> = {
  invoice: "invoice number",
  id: "ID",
  words: "note or code",
  code: "procedure code",
  reason: "reason",
  practice: "practice",
  payer: "payer",
  provider: "provider",
  person: "person",
  serviceDate: "date of service",
  amount: "amount",
  state: "status",
};

/** By visit, what a typed text found of it: "Matched payer, date of service". */
export function matchWords({
  matches,
}: Pick<ResponseOf<"listVisits">, "matches">): ReadonlyMap<string, string> {
  return new Map(
    (matches ?? []).map(({ visitId, matched }) => [
      visitId,
      `Matched ${matched.map((match) => words[match]).join(", ")}`,
    ]),
  );
}
