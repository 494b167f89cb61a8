import { useEffect, useState } from "react";
import { type ChargeCodes, useClaimEdits, useProcedureChecks } from "#room/api/charge-checks.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

const restMs = 300;
const codeShape = /^[0-9A-Z]{5}$/;

function chargeCodesOf(visit: VisitDraft): ChargeCodes {
  const codes = visit
    .rows("charges")
    .map(({ rowId }) => visit.text({ list: "charges", rowId, member: "cpt" }).trim().toUpperCase())
    .filter((code) => codeShape.test(code));
  return {
    codes: [...new Set(codes)].toSorted(),
    svcDate: calendarDateOf(visit.text({ path: "visitCharged.createdOn" })),
  };
}

/** The typed codes, debounced. */
function useChargeCodes(): ChargeCodes {
  const { visit } = useEditor();
  const [charges, setCharges] = useState(() => chargeCodesOf(visit));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = visit.subscribe(({ cells, lists }) => {
      const isAffected = cells.some((place) =>
        "list" in place
          ? place.list === "charges" && place.member === "cpt"
          : place.path === "visitCharged.createdOn",
      );
      if (!isAffected && !lists.includes("charges")) return;
      clearTimeout(timer);
      timer = setTimeout(() => setCharges(chargeCodesOf(visit)), restMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [visit]);
  return charges;
}

/** Looks up the charges' codes in the loaded lists and claim edits, for the rules. */
export function ChargeChecks() {
  const { findings } = useEditor();
  const charges = useChargeCodes();
  const edits = useClaimEdits(charges);
  const checked = useProcedureChecks(charges).answer;
  useEffect(() => {
    findings.addFacts({ claimEdits: edits });
  }, [findings, edits]);
  useEffect(() => {
    findings.addFacts({
      procedureChecks: checked && {
        svcDate: checked.svcDate,
        byCode: new Map(checked.procedures.map((one) => [one.code, one])),
      },
    });
  }, [findings, checked]);
  return null;
}
