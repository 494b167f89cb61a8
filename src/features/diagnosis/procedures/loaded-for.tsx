import { useClaimEdits } from "#room/api/charge-checks.ts";
import { useCodeSets } from "#room/api/code-sets-query.ts";
import { showDate } from "#room/billing/show-date.ts";
import { listWords } from "#room/contract/primitives/list-words.ts";
import { quarterOf } from "#room/contract/primitives/quarter.ts";
import type { CodeSet } from "#room/contract/schemas/code-set.ts";
import styles from "#room/features/diagnosis/look-up/look-up.module.css";
import { StateBadge } from "#room/ui/state-badge.tsx";

/** Any code will do: the question is which files the quarter has. */
const anyCode = ["J1885"];

/** Which procedure and claim edit files are loaded for a date of service, and which are missing. */
export function LoadedFor({ svcDate }: { readonly svcDate: string }) {
  const sets = useCodeSets().data?.sets;
  const edits = useClaimEdits({ codes: anyCode, svcDate });
  if (!sets || !edits) return null;
  const quarter = quarterOf(svcDate);
  const procedures = sets.find((set) => isOf(set, "HCPCS") && isInForce(set, svcDate));
  // The next list still has the dates of codes that were valid before it.
  const [later] = sets
    .filter((set) => isOf(set, "HCPCS") && (set.inForceFrom ?? "") > svcDate)
    .toSorted((a, b) => ((a.inForceFrom ?? "") < (b.inForceFrom ?? "") ? -1 : 1));
  const list = procedures ?? later;
  const ownList = sets.find((set) => isOf(set, "CPT"));
  const isPartial = edits.hasPairs && edits.missingFiles.length > 0;
  const rows: { what: string; has: boolean; detail: string; state?: string }[] = [
    {
      what: "HCPCS level II",
      has: procedures?.kind === "codes",
      detail:
        list === undefined ? quarter : list === later ? `${list.name}, by the dates of its codes` : list.name,
      ...(list ? { state: list.kind === "starter" ? "starter list" : "later list" } : {}),
    },
    { what: "CPT, the clinic’s own list", has: ownList !== undefined, detail: "" },
    {
      what: "NCCI pairs",
      has: edits.hasPairs && !isPartial,
      ...(isPartial ? { state: "in part" } : {}),
      detail: isPartial
        ? `${quarter}, ${edits.missingFiles.length === 1 ? "file" : "files"} ${listWords(edits.missingFiles)} not loaded`
        : quarter,
    },
    { what: "NCCI unit limits", has: edits.hasLimits, detail: quarter },
  ];
  return (
    <section className={styles.codes} aria-label="Loaded for this date">
      <h2>Loaded for {showDate(svcDate)}</h2>
      <ul className={styles.stretches}>
        {rows.map(({ what, has, detail, state }) => (
          <li key={what}>
            <span className={styles.stretchDates}>{what}</span>
            <StateBadge tone={has ? "ok" : "ask"} isBare>
              {has ? "loaded" : (state ?? "not loaded")}
            </StateBadge>
            <span className="quiet">{detail}</span>
          </li>
        ))}
      </ul>
      {rows.every(({ has }) => has) ? null : (
        <p className={styles.note}>
          What is not loaded is not checked. Import the official files under Code sets.
        </p>
      )}
    </section>
  );
}

function isOf(set: CodeSet, system: string): boolean {
  return set.codeSystemName === system;
}

function isInForce({ inForceFrom, inForceTo }: CodeSet, date: string): boolean {
  return (inForceFrom ?? "") <= date && date <= (inForceTo ?? "");
}
