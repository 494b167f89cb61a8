import { amountOfMinor, minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { isInForce } from "./in-force.ts";

/** A price of the schedule. */
export type Fee = DirectoryEntry & { readonly code: string; readonly amount: Money };

/** What a price is looked up for. */
export interface PricedLine {
  readonly code: string;
  readonly modifiers: readonly string[];
  readonly payerId: string;
  readonly practiceId: string;
  /** `yyyy-MM-dd`; without one nothing is chosen, since prices change by the day. */
  readonly day: string | undefined;
}

/**
 * Modifiers that change what is paid for the work: a part of it (26, TC, 52 to 56), more of it (22, 50), or the share of
 * one of several surgeons. A price without modifiers is no price for them.
 */
const changesPrice: ReadonlySet<string> = new Set(
  "22 26 50 52 53 54 55 56 62 66 78 80 81 82 AS TC".split(" "),
);

const upper = (text: string) => text.trim().toUpperCase();
const setOf = (modifiers: readonly string[]) =>
  [...new Set(modifiers.map(upper))].filter(Boolean).toSorted().join(" ");

function isFee(entry: DirectoryEntry): entry is Fee {
  return entry.kind === "fee" && !!entry.code && !!entry.amount;
}

interface Ready {
  readonly fee: Fee;
  readonly modifiers: string;
  readonly payer: string;
  readonly practice: string;
}

/**
 * The one rule of choice, for the cell and for the check.
 *
 * A price may be used when its code is the line's, it is in force on the date of service (first and last day
 * included), and each of payer, practice and modifiers is the line's or is left open. Modifiers left open stand for
 * any that do not change the price. Of those the most specific is taken: first the payer's own, then the practice's
 * own, then the one with exactly these modifiers; of what is left the newest, by its first day.
 *
 * With 99213 at $128 for all, $110 for Harbor, $120 for the practice North, and $95 for 99213-52:
 *
 * | Line                       | Price | Why                                                   |
 * | -------------------------- | ----- | ----------------------------------------------------- |
 * | 99213                      | $128  | the only one that asks for nothing                    |
 * | 99213, Harbor, North       | $110  | a payer's own goes before a practice's own            |
 * | 99213, Lakeside, North     | $120  | the practice's own                                    |
 * | 99213-25                   | $128  | 25 does not change the price                          |
 * | 99213-52                   | $95   | exactly these modifiers                               |
 * | 99213-26                   | none  | 26 is a part of the work, and has no price of its own |
 */
export class FeeSchedule {
  readonly #byCode = new Map<string, Ready[]>();
  readonly #ids = new Map<string, Fee>();
  /** Undefined where prices of different codes have the same. */
  readonly #byShortName = new Map<string, string | undefined>();
  readonly #resolve: (kind: DirectoryKind, id: string) => string;

  constructor(
    entries: readonly DirectoryEntry[],
    resolve: (kind: DirectoryKind, id: string) => string = (_kind, id) => canonicalGuid(id) ?? id,
  ) {
    this.#resolve = resolve;
    for (const fee of entries) {
      if (!isFee(fee)) continue;
      const code = upper(fee.code);
      const ready = {
        fee,
        modifiers: setOf(fee.modifiers ?? []),
        payer: fee.payerId ? resolve("payer", fee.payerId) : "",
        practice: fee.practiceId ? resolve("practice", fee.practiceId) : "",
      };
      this.#byCode.set(code, [...(this.#byCode.get(code) ?? []), ready]);
      this.#ids.set(fee.id, fee);
      const said = upper(fee.shortName ?? "");
      const whole = [code, ...ready.modifiers.split(" ").filter(Boolean)].join("-");
      if (said !== "")
        this.#byShortName.set(
          said,
          !this.#byShortName.has(said) || this.#byShortName.get(said) === whole ? whole : undefined,
        );
    }
  }

  get isEmpty(): boolean {
    return this.#byCode.size === 0;
  }

  /** The clinic's own words for a code: those of the newest price that has any. */
  descriptionOf(code: string): string | undefined {
    const named = (this.#byCode.get(upper(code)) ?? []).filter(({ fee }) => fee.name);
    return (
      named.toSorted((a, b) => compare(b.fee.activeFrom ?? "", a.fee.activeFrom ?? ""))[0]?.fee.name ??
      undefined
    );
  }

  /** The code with its modifiers that somebody means by a short name of the clinic's, as `99213-25`; "dexa x2" keeps its units. */
  codeMeant(typed: string): string | undefined {
    const said = upper(typed);
    const whole = this.#byShortName.get(said);
    if (whole !== undefined) return whole;
    const [, name = "", units] = /^(.+?)\s?[X*]\s?(\d+)$/.exec(said) ?? [];
    const meant = this.#byShortName.get(name);
    return meant === undefined ? undefined : `${meant} x${units}`;
  }

  /** The code that a feeId is a price of. */
  codeOf(feeId: string): string | undefined {
    return this.#ids.get(canonicalGuid(feeId) ?? feeId)?.code;
  }

  /** The price of one unit of a line; undefined where the schedule has none. */
  choose(line: PricedLine): Fee | undefined {
    const { day } = line;
    if (day === undefined) return undefined;
    const modifiers = setOf(line.modifiers);
    const isOpen = !modifiers.split(" ").some((modifier) => changesPrice.has(modifier));
    const payer = line.payerId === "" ? "" : this.#resolve("payer", line.payerId);
    const practice = line.practiceId === "" ? "" : this.#resolve("practice", line.practiceId);
    let best: Ready | undefined;
    for (const ready of this.#byCode.get(upper(line.code)) ?? []) {
      const fits =
        isInForce(ready.fee, day) &&
        (ready.payer === "" || ready.payer === payer) &&
        (ready.practice === "" || ready.practice === practice) &&
        (ready.modifiers === modifiers || (ready.modifiers === "" && isOpen));
      if (fits && (!best || isBefore(ready, best))) best = ready;
    }
    return best?.fee;
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Whether the first is the better choice of two that may both be used. */
function isBefore(a: Ready, b: Ready): boolean {
  const specific = (ready: Ready) =>
    (ready.payer === "" ? 0 : 4) + (ready.practice === "" ? 0 : 2) + (ready.modifiers === "" ? 0 : 1);
  const order =
    specific(b) - specific(a) ||
    compare(b.fee.activeFrom ?? "", a.fee.activeFrom ?? "") ||
    // Two that say the same of the same: any, but always the same one.
    compare(a.fee.id, b.fee.id);
  return order < 0;
}

/** A price times so many units, exact; undefined where that is no exact amount. */
export function amountFor({ amount }: Pick<Fee, "amount">, quantity: number): Money | undefined {
  const unit = minorUnits(amount.amount, amount.currency);
  if (unit === undefined || !Number.isFinite(quantity) || quantity <= 0) return undefined;
  const whole = unit * quantity;
  // Half a unit of an odd price: nobody can say to which side it is rounded.
  const minor = Math.round(whole);
  if (!Number.isSafeInteger(minor) || Math.abs(whole - minor) > 1e-6) return undefined;
  return { currency: amount.currency.toUpperCase(), amount: amountOfMinor(minor, amount.currency) };
}
