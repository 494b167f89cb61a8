import * as z from "zod/mini";
import { rule, text } from "#room/contract/primitives/rule.ts";

/**
 * What stands for a visit in lists and headings: its short id, the id's last four digits, its invoice's number, its
 * practice and the time it arrived, or a member that the rules engine adds to its events.
 */
export const visitNamings = ["id", "last-four", "invoice", "practice", "member"] as const;
export const visitNaming = z.enum(visitNamings);
export type VisitNaming = z.output<typeof visitNaming>;

/** A member of AutoChargedEvent, such as `visitCharged.accountNumber`. */
export const eventMember = text(100).check(
  rule((path) => path === "" || /^[A-Za-z_][\w-]*(\.[\w-]+){0,5}$/.test(path), {
    code: "RegularExpression",
    message: "must name a member of the event, such as visitCharged.accountNumber",
  }),
);
