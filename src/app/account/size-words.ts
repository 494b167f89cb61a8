const steps = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** "84 kB", "1.2 MB": in the reader's own way of writing numbers. */
export function sizeWords(bytes: number): string {
  let step = 0;
  let amount = bytes;
  while (amount >= 1000 && step < steps.length - 1) {
    amount /= 1000;
    step += 1;
  }
  const digits = amount < 10 && step > 0 ? 1 : 0;
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: steps[step] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: digits,
  }).format(amount);
}
