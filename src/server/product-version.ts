import { readFileSync } from "node:fs";

export function productVersion(): string {
  for (const up of [".", "..", "../..", "../../.."]) {
    try {
      const text = readFileSync(new URL(`${up}/package.json`, import.meta.url), "utf8");
      const { name, version }: { name?: unknown; version?: unknown } = JSON.parse(text);
      if (name === "visit-charge-console") return String(version);
    } catch {
      // Not at this level of the tree.
    }
  }
  return "unknown";
}
