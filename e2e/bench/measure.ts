/** One line of the report: a figure next to the floor measured in the same run, or next to a fixed bound. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What a bare floor took in the same run; the ratio is value / floor. */
  readonly floor?: number;
  /** The bound the issue states: for the ratio if there is a floor, otherwise for the value. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** A benchmark file exports this under the name `bench`. It starts what it needs and shuts it down. */
export type Bench = () => Promise<readonly Measure[]>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);
}

/** One readable line: the figure, its floor, the ratio, and whether the bound is met. */
export function describeMeasure({ name, value, unit, floor, atMost, atLeast }: Measure): string {
  const judged = floor === undefined ? value : value / floor;
  const figures =
    floor === undefined
      ? `${round(value)} ${unit}`
      : `${round(value)} ${unit}, floor ${round(floor)}, ratio ${judged.toFixed(2)}`;
  const bound = [
    ...(atMost === undefined ? [] : [{ text: `at most ${atMost}`, holds: judged <= atMost }]),
    ...(atLeast === undefined ? [] : [{ text: `at least ${atLeast}`, holds: judged >= atLeast }]),
  ];
  const verdict = bound.map(({ text, holds }) => `${text}: ${holds ? "holds" : "MISSED"}`).join(", ");
  return `${name.padEnd(58)} ${figures.padEnd(52)} ${verdict}`.trimEnd();
}
