import { counted } from "#room/contract/primitives/counted.ts";

/** What a check found; its name stands in the list of checks. */
export interface Checked {
  readonly value: string;
  /** What somebody must do. */
  readonly act?: string | undefined;
}

const minuteMs = 60_000;

/** "3 minutes", "2 days": a duration, rounded down to a whole unit. */
export function lengthText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return counted(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

export function bytesText(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toLocaleString("en-US", { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${units[unit] ?? ""}`;
}
