import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** RulesLog (interface 2.9): the result of one rule of the engine. */
export const rulesLog = z.looseObject({
  rulesLogId: optional(guid),
  ruleGroup: optional(text(1000)),
  ruleName: optional(text(1000)),
  status: optional(text(1000)),
  message: optional(text(10_000)),
  logLevel: optional(text(1000)),
  createdDate: optional(wireDateTime),
});
export type RulesLog = z.output<typeof rulesLog>;

/** Audit (interface 2.8): the rules engine's verdict on a visit. */
export const audit = z.looseObject({
  rulesLogs: optional(z.array(rulesLog)),
  manualReviewNeeded: optional(z.boolean()),
  stopProcessing: optional(z.boolean()),
  canAutoCharge: optional(z.boolean()),
  canAutoCode: optional(z.boolean()),
  finalStatus: optional(text(1000)),
  withholdReason: optional(text(1000)),
});
export type Audit = z.output<typeof audit>;
