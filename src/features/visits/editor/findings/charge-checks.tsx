import { useEffect, useState } from "react";
import {
  type ChargeCodes,
  chargeCodesOf,
  useClaimEdits,
  useProcedureChecks,
} from "#room/api/charge-checks.ts";
import { dayOfService } from "#room/billing/service-date.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { procedureFacts } from "#room/features/visits/sending/send-check.ts";

const restMs = 300;

function typedCodes(visit: VisitDraft): ChargeCodes {
  return chargeCodesOf(
    visit.rows("charges").map(({ rowId }) => visit.text({ list: "charges", rowId, member: "cpt" })),
    dayOfService(visit.text({ path: "visitCharged.createdOn" })),
  );
}

function useChargeCodes(): ChargeCodes {
  const { visit } = useEditor();
  const [charges, setCharges] = useState(() => typedCodes(visit));
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
      timer = setTimeout(() => setCharges(typedCodes(visit)), restMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [visit]);
  return charges;
}

export function ChargeChecks() {
  const { findings } = useEditor();
  const charges = useChargeCodes();
  const edits = useClaimEdits(charges);
  const checked = useProcedureChecks(charges).answer;
  useEffect(() => {
    findings.addFacts({ claimEdits: edits });
  }, [findings, edits]);
  useEffect(() => {
    findings.addFacts({ procedureChecks: procedureFacts(checked) });
  }, [findings, checked]);
  return null;
}
