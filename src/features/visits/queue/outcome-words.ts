import type { Tone } from "#room/ui/state-badge.tsx";

/** The outcome of a send in a word or two, with its color. */
export function outcomeWords(outcome: string): { readonly title: string; readonly tone: Tone } {
  switch (outcome) {
    case "charged":
      return { title: "charged", tone: "ok" };
    case "withheld":
      return { title: "withheld", tone: "warn" };
    case "refused":
      return { title: "refused", tone: "bad" };
    case "unknown":
      return { title: "unknown: no answer", tone: "ask" };
    case "withdrawn":
      return { title: "not sent", tone: "plain" };
    case "blocked":
      return { title: "not sent: it can’t be sent as it is", tone: "plain" };
    case "not-accepted":
      return { title: "waiting: the service hasn’t taken it yet", tone: "accent" };
    default:
      return { title: outcome, tone: "plain" };
  }
}

const order = ["charged", "withheld", "refused", "unknown", "not-accepted", "blocked", "withdrawn"];

/** "38 charged, 2 withheld": the counts of a batch, successes first. */
export function describeOutcomes(counts: Readonly<Record<string, number>>): string {
  const known = order.filter((outcome) => (counts[outcome] ?? 0) > 0);
  const others = Object.keys(counts).filter(
    (outcome) => !order.includes(outcome) && (counts[outcome] ?? 0) > 0,
  );
  return [...known, ...others]
    .map(
      (outcome) => `${(counts[outcome] ?? 0).toLocaleString()} ${outcomeWords(outcome).title.split(":")[0]}`,
    )
    .join(", ");
}
