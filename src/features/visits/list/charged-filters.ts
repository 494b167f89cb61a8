import { type ChargedCourse, chargedCourse } from "#room/contract/schemas/visit.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import { shownCaller } from "#room/contract/caller-name.ts";

/** Reads a value of an address; empty if it has another shape. */
export const shaped = (shape: RegExp) => (given: string) => (shape.test(given) ? given : "");

/** Filters of the clinic’s visits, which the figures of day sheet and reports open; nobody picks them here. */
export const openedByFigures = {
  title: "",
  only: "clinic",
  isRare: true,
  matches: ({ leads }: { readonly leads: string }) => leads === "clinic",
  options: () => [],
} as const;

export const oneGuid = /^[0-9a-f]{32}$/;
export const personIn = /^(?!\s)[^\p{C}]{1,100}$/u;

/** Some have names. */
interface Named {
  readonly names: Pick<DirectoryIndex, "words">;
}

/** What the service is asked for as the address has it, and in which words. */
export const askedAs = (
  title: string,
  query: "chargedBy" | "code" | "currency" | "invoiceBy" | "paidBy" | "payerId" | "practiceId" | "providerId",
  shape: RegExp,
  words: (value: string, context: Named) => string = (value) => value,
) => ({
  title,
  read: shaped(shape),
  toQuery: (value: string): VisitFilter => ({ [query]: value }),
  fromQuery: (filter: VisitFilter) => filter[query] ?? "",
  label: (value: string, context: Named) => `${title}: ${words(value, context)}`,
});

export const courseWords: Readonly<Record<ChargedCourse, string>> = {
  "first-pass": "Charged on first pass",
  held: "Charged after a hold",
  corrected: "Charged, then corrected",
};

const chargedLike = {
  ...openedByFigures,
  read: (given: string) => chargedCourse.options.find((each) => each === given) ?? "",
  toQuery: (value: string): VisitFilter => ({
    course: chargedCourse.options.find((each) => each === value),
  }),
  fromQuery: (filter: VisitFilter) => filter.course ?? "",
  label: (value: string) => Object.entries(courseWords).find(([each]) => each === value)?.[1] ?? "",
};

const heldShape = /^(1|reason:[0-9a-z]{1,13}|rule:[\p{L}\d][\p{L}\d .:_()/&-]{0,99})$/u;
const ofHeld = (value: string) => ({
  isReason: value.startsWith("reason:"),
  rule: value.startsWith("rule:") ? value.slice("rule:".length) : undefined,
});

/**
 * Visits that were ever held: `1`, or for a `reason:` (its key) or a `rule:` of the engine. A rule’s name is the clinic’s; what
 * does not look like a name is no address.
 */
export const wasHeld = {
  ...openedByFigures,
  read: shaped(heldShape),
  toQuery: (value: string, { heldReason = "\u0000" }: { readonly heldReason?: string | undefined }) => {
    const { isReason, rule } = ofHeld(value);
    return { wasHeld: true, ...(isReason && { reason: heldReason }), ...(rule !== undefined && { rule }) };
  },
  fromQuery: ({ wasHeld: was, reason, rule }: VisitFilter) => {
    if (was !== true) return "";
    return reason ? `reason:${reasonKey(reason)}` : rule ? shaped(heldShape)(`rule:${rule}`) : "1";
  },
  label: (value: string, { heldReason }: { readonly heldReason?: string | undefined }) => {
    const { isReason, rule } = ofHeld(value);
    if (isReason) return `Was held: ${heldReason ?? "none left"}`;
    return rule === undefined ? "Was held" : `Failed rule: ${rule}`;
  },
};

/** "2 to 3 days". */
export const delayWords = (group: string) =>
  group === "1" ? "1 day" : `${group.replace("-", " to ").replace("+", " or more")} days`;

/** Days from service to charge: `0`, `2-3` or `31+`. */
const chargedAfter = {
  ...openedByFigures,
  read: shaped(/^\d{1,4}(-\d{1,4}|\+)?$/),
  toQuery: (value: string): VisitFilter => {
    const [from = "", to = value.endsWith("+") ? "" : from] = value.replace("+", "").split("-");
    return { delayFrom: Number(from), ...(to && { delayTo: Number(to) }) };
  },
  fromQuery: ({ delayFrom: from, delayTo: to }: VisitFilter) =>
    typeof from !== "number"
      ? ""
      : to === from
        ? `${from}`
        : typeof to === "number"
          ? `${from}-${to}`
          : `${from}+`,
  label: (value: string) =>
    value === "0+" ? "With a date of service" : `Charged ${delayWords(value)} after service`,
};

export const filtersOfCharges = {
  by: { ...openedByFigures, ...askedAs("Charged by", "chargedBy", personIn, shownCaller) },
  code: { ...openedByFigures, ...askedAs("Code", "code", /^[0-9A-Z]{1,10}$/) },
  course: chargedLike,
  held: wasHeld,
  delay: chargedAfter,
  // Where there are several, figures are of one.
  currency: { ...openedByFigures, ...askedAs("Currency", "currency", /^[A-Z]{3}$/) },
};
