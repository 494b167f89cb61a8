import { amountOfMinor, minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { entryKey } from "./entry-key.ts";
import { isInForce } from "./in-force.ts";

export type Fee = DirectoryEntry & { readonly code: string; readonly amount: Money };

export interface PricedLine {
  readonly code: string;
  readonly modifiers: readonly string[];
  readonly payerId: string;
  readonly practiceId: string;
  /** `yyyy-MM-dd`. Without it no price is chosen, since prices change over time. */
  readonly day: string | undefined;
}

/**
 * Modifiers that change the payment: part of the work (26, TC, 52 to 56), more of it (22, 50), or one of several
 * surgeons' shares. A price without modifiers does not apply to them.
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

/** What lines a price is for, besides its code. */
interface Lines {
  readonly modifiers: string;
  readonly payer: string;
  readonly practice: string;
}

interface Ready extends Lines {
  readonly fee: Fee;
}

/**
 * The one rule for choosing a price, used by both the cell and the check.
 *
 * A price applies when its code matches, it is in force on the date of service (first and last day inclusive), and its
 * payer, practice and modifiers each match the line's or are left open. Open modifiers match any that do not change the
 * price. Among those the most specific wins: first the payer's own, then the practice's own, then the one with exactly
 * these modifiers, then the one with the latest first day.
 *
 * With 99213 at $128 for all, $110 for Harbor, $120 for the practice North, and $95 for 99213-52:
 *
 * | Line                   | Price | Why                                                 |
 * | ---------------------- | ----- | --------------------------------------------------- |
 * | 99213                  | $128  | the only one without conditions                     |
 * | 99213, Harbor, North   | $110  | a payer's own price comes before a practice's own   |
 * | 99213, Lakeside, North | $120  | the practice's own price                            |
 * | 99213-25               | $128  | 25 does not change the price                        |
 * | 99213-52               | $95   | exactly these modifiers                             |
 * | 99213-26               | none  | 26 is part of the work, and has no price of its own |
 */
export class FeeSchedule {
  readonly #byCode = new Map<string, Ready[]>();
  readonly #ids = new Map<string, Fee>();
  /** Undefined when prices of different codes share it. */
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
      const ready = { fee, ...this.#linesOf(fee) };
      this.#byCode.set(code, [...(this.#byCode.get(code) ?? []), ready]);
      this.#ids.set(fee.id, fee);
      const name = upper(fee.shortName ?? "");
      const whole = [code, ...ready.modifiers.split(" ").filter(Boolean)].join("-");
      if (name !== "")
        this.#byShortName.set(
          name,
          !this.#byShortName.has(name) || this.#byShortName.get(name) === whole ? whole : undefined,
        );
    }
  }

  #linesOf({ modifiers, payerId, practiceId }: DirectoryEntry): Lines {
    return {
      modifiers: setOf(modifiers ?? []),
      payer: payerId ? this.#resolve("payer", payerId) : "",
      practice: practiceId ? this.#resolve("practice", practiceId) : "",
    };
  }

  get isEmpty(): boolean {
    return this.#byCode.size === 0;
  }

  /** The clinic's description of a code, from the newest price for everybody that has one: of these modifiers, or of none. */
  descriptionOf(code: string, modifiers: readonly string[] = []): string | undefined {
    const wanted = setOf(modifiers);
    const named = (this.#byCode.get(upper(code)) ?? []).filter(
      (ready) =>
        ready.fee.name &&
        ready.payer === "" &&
        ready.practice === "" &&
        (ready.modifiers === "" || ready.modifiers === wanted),
    );
    return named.toSorted(order)[0]?.fee.name ?? undefined;
  }

  /** The code and modifiers for one of the clinic's short names, such as `99213-25`; "dexa x2" keeps its units. */
  codeMeant(typed: string): string | undefined {
    const wanted = upper(typed);
    const whole = this.#byShortName.get(wanted);
    if (whole !== undefined) return whole;
    const [, name = "", units] = /^(.+?)\s?[X*]\s?(\d+)$/.exec(wanted) ?? [];
    const meant = this.#byShortName.get(name);
    return meant === undefined ? undefined : `${meant} x${units}`;
  }

  /** The code that a feeId is a price of. */
  codeOf(feeId: string): string | undefined {
    return this.#ids.get(canonicalGuid(feeId) ?? feeId)?.code;
  }

  /** The unit price for a line; undefined when the schedule has none. */
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
      if (fits && (!best || order(ready, best) < 0)) best = ready;
    }
    return best?.fee;
  }

  /** The same, unless nothing tells it apart from a price of another amount: then a person chooses. */
  chooseIfOne(line: PricedLine): Fee | undefined {
    const fee = this.choose(line);
    const price = ({ amount }: Fee) => amount.amount + upper(amount.currency);
    return fee && this.rivalsOf(fee, line.day).some((rival) => price(rival) !== price(fee)) ? undefined : fee;
  }

  /**
   * Other prices that nothing tells apart from this one: of the same code, modifiers, payer, practice and first day. A
   * later first day is a new price, which replaces the one before. The fee need not be in the schedule yet. With a day:
   * those in force on it.
   */
  rivalsOf(fee: DirectoryEntry, day?: string): readonly Fee[] {
    const rivals = this.#alike(fee).filter(({ activeFrom }) => (activeFrom ?? "") === (fee.activeFrom ?? ""));
    return day === undefined ? rivals : rivals.filter((rival) => isInForce(rival, day));
  }

  /** The prices that replace this one while both are in force, each from a later first day; the next one first. */
  successorsOf(fee: DirectoryEntry): readonly Fee[] {
    const later = this.#alike(fee).filter((other) => replaces(other, fee));
    return later.toSorted((a, b) => compare(a.activeFrom ?? "", b.activeFrom ?? ""));
  }

  /** The prices that this one replaces while both are in force. */
  predecessorsOf(fee: DirectoryEntry): readonly Fee[] {
    return this.#alike(fee).filter((other) => replaces(fee, other));
  }

  /** The other prices for the same lines: of the same code, modifiers, payer and practice. */
  #alike(fee: DirectoryEntry): readonly Fee[] {
    const { modifiers, payer, practice } = this.#linesOf(fee);
    const isAlike = (other: Ready) =>
      entryKey(other.fee) !== entryKey(fee) &&
      other.modifiers === modifiers &&
      other.payer === payer &&
      other.practice === practice;
    return (this.#byCode.get(upper(fee.code ?? "")) ?? []).filter(isAlike).map((other) => other.fee);
  }
}

/** Whether the price is a newer one than the other while that is in force. */
function replaces({ activeFrom }: DirectoryEntry, older: DirectoryEntry): boolean {
  return (
    (activeFrom ?? "") > (older.activeFrom ?? "") && isInForce({ activeTo: older.activeTo }, activeFrom ?? "")
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The most specific first, of those the one with the latest first day. */
function order(a: Ready, b: Ready): number {
  const specific = (ready: Ready) =>
    (ready.payer === "" ? 0 : 4) + (ready.practice === "" ? 0 : 2) + (ready.modifiers === "" ? 0 : 1);
  return (
    specific(b) - specific(a) ||
    compare(b.fee.activeFrom ?? "", a.fee.activeFrom ?? "") ||
    // Equivalent prices: pick either, but always the same one.
    compare(a.fee.id, b.fee.id)
  );
}

/** A price times a quantity, exact; undefined when the result is not an exact amount. */
export function amountFor({ amount }: Pick<Fee, "amount">, quantity: number): Money | undefined {
  const unit = minorUnits(amount.amount, amount.currency);
  if (unit === undefined || quantity <= 0) return undefined;
  const whole = unit * quantity;
  // Half of an odd price: the rounding direction is undefined.
  const minor = Math.round(whole);
  if (!Number.isSafeInteger(minor) || Math.abs(whole - minor) > 1e-6) return undefined;
  return { currency: amount.currency.toUpperCase(), amount: amountOfMinor(minor, amount.currency) };
}
