import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { money } from "#room/contract/primitives/money.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { isoDate, wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { clinic } from "./clinic.ts";
import { visitGroup } from "./visit.ts";

/** Sums of invoices, or of the lines that are asked for, in one currency. */
const figure = {
  visits: z.number(),
  lines: z.number(),
  units: z.number(),
  charged: money,
  /** Absent where payments cannot be told apart: they are of a visit, not of its lines. */
  paid: optional(money),
  /** The balance: charged less paid, as on the invoices. The `arAmount` that each charge was sent with is on its line. */
  arAmount: optional(money),
  /** What was charged and counts no more: a correction replaced it, or it was voided. */
  corrected: money,
};

const sums = z.looseObject(figure);
export type FigureSums = z.output<typeof sums>;

/** What the rows of a sheet can be of. */
export const sheetBy = z.enum(["practice", "provider", "payer", "person", "code"]);
export type SheetBy = z.output<typeof sheetBy>;

/** Who or what the figures are of. */
const figureRow = z.looseObject({
  by: sheetBy,
  /** A practice, provider or payer (GUID), a procedure code, or a user's name; empty: none. */
  id: z.string(),
  /** As the directory names it; an id without a name is shortened. Empty: none. */
  name: z.string(),
  ...figure,
});
export type FigureRow = z.output<typeof figureRow>;

/** A day that must be given. */
export const givenDay = isoDate.check(
  rule((value) => value !== "", { code: "NotEmpty", message: "must be given" }),
);

/** Which invoices a sheet is of. */
export const sheetScope = {
  /** `charge` (or absent): by the day of charging, by the clock of each practice. `service`: by the date of service. */
  dateOf: optional(z.enum(["charge", "service"])),
  /** Days, inclusive. */
  from: givenDay,
  to: givenDay,
  practiceId: optional(guid),
  /** Only lines of this provider or code, or that bill this payer. */
  providerId: optional(guid),
  payerId: optional(guid),
  /** Only lines without a provider, or that bill no payer but the patient. */
  without: optional(z.array(z.enum(["provider", "payer"]))),
  code: optional(text(1000)),
  /** Only visits that this user charged. */
  person: optional(text(1000)),
};

/** What became of invoices, in one currency. */
const invoiceSum = z.looseObject({
  what: z.enum(["charged", "replaced", "voided"]),
  count: z.number(),
  amount: money,
});

/** An invoice that came, or ended, after its day was closed. */
export const lateInvoice = z.looseObject({
  invoiceNumber: z.number(),
  visitId: z.string(),
  practiceId: z.string(),
  serviceDate: optional(isoDate),
  chargedAt: wireDateTime,
  chargedBy: optional(z.string()),
  charged: money,
  /** Its payments. */
  paid: optional(money),
  /** It was charged after the closing; otherwise it was in the closed day. */
  isNew: optional(z.boolean()),
  /** It was replaced or voided since. */
  ended: optional(z.enum(["replaced", "voided"])),
  endedAt: optional(wireDateTime),
  endedBy: optional(z.string()),
});

/** The most rows of a day sheet by one thing, and of a report. */
export const mostFigureRows = 500;

export const daySheet = z.looseObject({
  /** For the head of the paper. */
  clinic: optional(clinic),
  /** One per currency. */
  totals: z.array(sums),
  /**
   * By what was asked for, else by all of these; one per currency, most money first, 500 of each at most. Of the people
   * who charged only the caller, without the right to see people’s figures. Empty if only totals are asked for.
   */
  rows: z.array(figureRow),
  /** The deposit slip: payments by type and category, as they were charged. */
  payments: z.array(
    z.looseObject({
      paymentType: z.string(),
      paymentCategory: z.string(),
      count: z.number(),
      amount: money,
    }),
  ),
  /**
   * Visits of these days that are withheld, refused or closed now, by state and reason; absent if lines or a person are
   * asked for.
   */
  uncharged: optional(
    z.array(
      z.looseObject({
        state: z.enum(["withheld", "refused", "closed"]),
        reason: z.string(),
        group: visitGroup,
      }),
    ),
  ),
  /** It is of a single day, which is closed. */
  isClosed: z.boolean(),
  /** Who closed it. `hasSheet`: `asClosed` gives the sheet as it was. */
  closed: optional(z.looseObject({ at: wireDateTime, by: z.string(), hasSheet: z.boolean() })),
  /** What of these days was replaced by a correction or voided, and counts no more; absent if lines are asked for. */
  ended: optional(z.array(invoiceSum)),
  /** What was charged, replaced or voided after the day was closed, or its date of service was. */
  late: z.looseObject({ sums: z.array(invoiceSum), invoices: z.array(lateInvoice) }),
  /** Names these totals, payments, and what ended or is not charged; absent for a part of a sheet. */
  figuresMark: optional(z.string()),
  /** When the sums were made. */
  asOf: wireDateTime,
});
export type DaySheet = z.output<typeof daySheet>;
