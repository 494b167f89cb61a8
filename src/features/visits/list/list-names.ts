/** The clinic's visits joined with this browser's, or the events of this browser alone. */
export type ListKind = "clinic" | "browser";

/** The filters of the lists of visits, as their addresses name them, in the order they are offered. */
export const filterIds = [
  "state",
  "reason",
  "who",
  "service",
  "amount",
  "waited",
  "age",
  "arrived",
  "practice",
  "payer",
  "provider",
  "by",
  "code",
  "without",
  "course",
  "held",
  "delay",
  "work",
  "currency",
  "payment",
  "paid",
  "paidBy",
  "ended",
  "invoiceBy",
] as const;
export type FilterId = (typeof filterIds)[number];

/**
 * Of the clinic's list. `todo`: open, mine or unassigned, not snoozed, plus this browser's. `open`: whoever has it.
 * `later`: snoozed.
 */
export const clinicTabs = ["todo", "open", "later", "charged", "closed", "all"] as const;
export type ClinicTab = (typeof clinicTabs)[number];

export const browserTabs = ["all", "needs", "drafts", "waiting", "charged"] as const;
export type BrowserTab = (typeof browserTabs)[number];

/** Of the clinic's list, `need` is the oldest day first, and within a day the largest amount. */
export const clinicSorts = ["need", "age", "amount", "updated", "service", "reason"] as const;
export type ClinicSort = (typeof clinicSorts)[number];
export const sortKeys = [...clinicSorts, "visit", "lines", "attempt"] as const;
export type SortKey = (typeof sortKeys)[number];
