import { useEffect } from "react";
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
import { useRested } from "./use-rested.ts";

function typedCodes(visit: VisitDraft): ChargeCodes {
  return chargeCodesOf(
    visit.rows("charges").map(({ rowId }) => visit.text({ list: "charges", rowId, member: "cpt" })),
    dayOfService(visit.text({ path: "visitCharged.createdOn" })),
  );
}

const codeMembers = ["cpt"];

export function ChargeChecks() {
  const { findings } = useEditor();
  const charges = useRested(typedCodes, "charges", codeMembers);
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
