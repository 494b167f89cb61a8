import type { DraftEvent } from "#room/billing/draft-event.ts";
import { faultWords } from "#room/billing/fault-words.ts";
import type { Finding, Path } from "#room/billing/finding.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { isRowList, pairRows } from "#room/billing/row-pairs.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";

interface NamedFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The service's faults with the form's paths: relative to the edited object rather than the request that wraps it
 * (`AutoChargedEvent`, in any case), without duplicates.
 */
export function applyIssues(faults: readonly NamedFault[], root: string): NamedFault[] {
  const seen = new Set<string>();
  return faults.flatMap(({ path, message }) => {
    const [first, ...rest] = path;
    const isInside = typeof first === "string" && first.toLowerCase() === root.toLowerCase();
    const inner = isInside ? rest : path;
    const key = `${inner.join(".")} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ path: inner, message }];
  });
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, member) => {
    if (Array.isArray(at)) return at[Number(member)];
    return isRecord(at) ? at[member] : undefined;
  }, value);
}

/** The current path of what was sent at this path: its row may have moved. Undefined if the row is gone. */
function pathNow(path: Path, sent: DraftEvent, now: DraftEvent): Path | undefined {
  const [part, list, index, ...rest] = path;
  if (part === undefined || typeof index !== "number" || !isRowList(list)) return path;
  const rows = (event: DraftEvent): readonly unknown[] => {
    const found = valueAt(event, [part, list]);
    return Array.isArray(found) ? found : [];
  };
  const pair = pairRows(list, rows(sent), rows(now)).find(([before]) => before === index);
  return pair && [part, list, pair[1], ...rest];
}

/**
 * The faults the service reported in `sent`, as findings at their cells in the draft `now`. Corrected ones are left
 * out, and wrong types: a draft holds what means the same in the right one, and the contract finds the others.
 */
export function refusedFindings(
  attempt: Pick<Attempt, "outcome" | "fields">,
  sent: DraftEvent,
  now: DraftEvent,
): Finding[] {
  if (attempt.outcome !== "refused") return [];
  const fields = (attempt.fields ?? []).filter(({ code }) => code !== "SerializationException");
  return applyIssues(fields, "AutoChargedEvent").flatMap(({ path, message }) => {
    const place = pathNow(path, sent, now);
    if (!place || !isSameContent(valueAt(sent, path), valueAt(now, place), String(path.at(-1)))) return [];
    const sentence = `${faultWords(message).replace(/\.$/, "")}.`;
    return [
      {
        ruleId: "service",
        severity: "block",
        path: place,
        message: sentence,
        source: "The service refused it",
      },
    ];
  });
}
