import { readFileSync } from "node:fs";

/** Megabytes that a process takes now, or took at most (`VmHWM`). */
export function memoryOf(pid: number, what: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const kilobytes = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}
