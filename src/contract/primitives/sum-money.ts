import { listWords } from "./list-words.ts";
import { type Money, minorUnits } from "./money.ts";

/** Thrown when amounts in two currencies are added. */
export class MixedCurrencies extends Error {
  readonly currencies: readonly string[];
  constructor(currencies: readonly string[]) {
    super(`Amounts in ${listWords(currencies)} cannot be added`);
    this.name = "MixedCurrencies";
    this.currencies = currencies;
  }
}

/** Thrown when an amount has more digits than its currency, or is not finite. */
export class InexactAmount extends Error {
  constructor(amount: number, currency: string) {
    super(`${String(amount)} is no exact amount of ${currency}`);
    this.name = "InexactAmount";
  }
}

/**
 * The most that the charges or the payments of a visit may come to, without their signs, in minor units: ten digits
 * before the point of dollars are more than any claim form takes, and years of visits still add up exactly.
 */
const largestOfVisit = 99_999_999_999;

/** Whether amounts of one currency are too large for one visit, refunds counted like payments. */
export function isTooLarge(items: readonly Money[]): boolean {
  const sizes = items.map(({ currency, amount }) => Math.abs(minorUnits(amount, currency) ?? Infinity));
  return sizes.reduce((sum, size) => sum + size, 0) > largestOfVisit;
}

/** The sum in whole minor units; 0 for an empty list. Throws MixedCurrencies or InexactAmount. */
export function sumMoney(items: readonly Money[]): { currency: string | undefined; minor: number } {
  let minor = 0;
  let currency: string | undefined;
  for (const item of items) {
    const code = item.currency.toUpperCase();
    if (currency !== undefined && currency !== code) throw new MixedCurrencies([currency, code]);
    currency = code;
    const units = minorUnits(item.amount, code) ?? Number.NaN;
    if (!Number.isSafeInteger(minor + units)) throw new InexactAmount(item.amount, code);
    minor += units;
  }
  return { currency, minor };
}
