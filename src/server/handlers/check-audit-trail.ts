import { defineHandler } from "#room/server/define-handler.ts";
import { keptAnchor, keptHead } from "#room/server/audit/audit-head.ts";
import { theBeginning, verifyPart } from "#room/server/audit/verify-trail.ts";

/** This many rows take a few tenths of a second, during which other requests are served too. */
const partOf = 20_000;

/** Verifies part of the audit log's hash chain. */
export const checkAuditTrail = defineHandler("checkAuditTrail", {
  isCostly: true,
  audit: "none",
  handle: async ({ entries, hash }, { store }) => {
    const from = entries && hash ? { entries, hash } : theBeginning;
    const { broken, ...walked } = await verifyPart(store, from, { most: partOf });
    const head = await keptHead(store);
    const { entries: removed } = await keptAnchor(store);
    return {
      ...walked,
      ...(removed > 0 ? { removed } : {}),
      total: Math.max(head.entries, walked.entries),
      ...(broken ? { brokenAt: broken.seq, fault: broken.fault } : {}),
    };
  },
});
