import { useEffect, useState } from "react";
import { type AskedCharges, useClaimEdits, useProcedureChecks } from "#room/api/charge-checks.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

const restMs = 300;
const codeShape = /^[0-9A-Z]{5}$/;

function askedOf(visit: VisitDraft): AskedCharges {
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
function useAskedCharges(): AskedCharges {
  const { visit } = useEditor();
  const [asked, setAsked] = useState(() => askedOf(visit));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = visit.subscribe(({ cells, lists }) => {
      const isAsked = cells.some((place) =>
        "list" in place
          ? place.list === "charges" && place.member === "cpt"
          : place.path === "visitCharged.createdOn",
      );
      if (!isAsked && !lists.includes("charges")) return;
      clearTimeout(timer);
      timer = setTimeout(() => setAsked(askedOf(visit)), restMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [visit]);
  return asked;
}

/** Looks up the charges' codes in the loaded lists and claim edits, for the rules. */
export function ChargeChecks() {
  const { findings } = useEditor();
  const asked = useAskedCharges();
  const edits = useClaimEdits(asked);
  const checked = useProcedureChecks(asked).answer;
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
