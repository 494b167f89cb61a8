import type { DryRun } from "./dry-run.ts";
import { formatCount } from "#room/ui/formats.ts";

function sentWords({ sendable, withheld, repeated, corrected }: DryRun): string {
  const notes = [
    ...(withheld > 0
      ? [
          withheld === sendable.length
            ? "to be withheld"
            : `${formatCount(withheld)} of them will be withheld`,
        ]
      : []),
    ...(repeated > 0 ? [`${formatCount(repeated)} again, to find out if charged`] : []),
    ...(corrected > 0
      ? [`${formatCount(corrected)} as ${corrected === 1 ? "a corrected version" : "corrected versions"}`]
      : []),
  ];
  const summary = `${formatCount(sendable.length)} will be sent`;
  return notes.length === 0 ? summary : `${summary} (${notes.join(", ")})`;
}

/** "48 match: 40 will be sent (6 of them will be withheld), 6 are already charged, 2 have problems to fix." */
export function describeDryRun(run: DryRun, verb: "match" | "are selected"): string {
  const { total, notSent } = run;
  const subject = total === 1 ? (verb === "match" ? "matches" : "is selected") : verb;
  const parts = [sentWords(run), ...notSent.map((part) => part.words)];
  return `${formatCount(total)} ${subject}: ${parts.join(", ")}.`;
}
