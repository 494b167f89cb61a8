import { plainOf } from "./read-date.ts";
import { readDay } from "./read-day.ts";

const invoice = /^(?:#|inv(?:oice)?\.?\s*(?:#|no\.?)?)\s*(\d{1,15})$/;

/** The number in “Invoice 12”, which finds that invoice alone; undefined for any other text. */
export function invoiceNamed(text: string): number | undefined {
  const [, number] = invoice.exec(plainOf(text)) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The day that a text names, without a year the last such one. A bare number is an amount, an invoice or a code. */
export function dayNamed(text: string, today: string): string | undefined {
  return /[^\d\s]/.test(text) ? readDay(text, today).date : undefined;
}

const amount = /^(\p{L}{0,3}\p{Sc}?)\s*((?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,4})?)$/u;

/** An amount as a list shows it ("1,150.50", "$20", "KWD 1.500"), in major units. */
export interface NamedAmount {
  readonly amount: number;
  /** The sign or code of its currency; empty: of any. */
  readonly mark: string;
  /** Written without its minor units: all amounts that begin with it. */
  readonly isWhole: boolean;
}

/** Undefined for a text that is no amount. */
export function amountNamed(text: string): NamedAmount | undefined {
  const [, mark = "", number = ""] = amount.exec(text) ?? [];
  const isMark = mark === "" || /\p{Sc}$/u.test(mark) || Intl.supportedValuesOf("currency").includes(mark);
  if (number === "" || !isMark) return undefined;
  return { amount: Number(number.replaceAll(",", "")), mark, isWhole: !number.includes(".") };
}

/** Whether that sign or code means the currency. */
export function isMarkOf(mark: string, currency: string): boolean {
  if (mark === "" || mark === currency) return true;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.formatToParts(0).some(({ type, value }) => type === "currency" && value === mark);
}

/** The most terms that a search has; further words are one more, in which each counts. */
const mostTerms = 8;
/** "invoice no. 12", "17 Nov , 2026", "KWD 1.500": the most words that mean one thing. */
const longestTerm = 4;

/**
 * The terms of a search, each of which must be found: a word, or the words of an invoice, a day or an amount
 * ("Invoice 12", "Nov 17", "KWD 1.500"). What has no letters and digits says nothing, unless there is
 * nothing else.
 */
export function searchTerms(text: string, today: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const signs = text.trim();
  if (words.length === 0) return signs === "" ? [] : [signs];
  const terms: string[] = [];
  for (let at = 0; at < words.length;) {
    const left = words.slice(at);
    if (terms.length === mostTerms - 1) return [...terms, left.join(" ")];
    const most = Math.min(longestTerm, left.length);
    const lengths = Array.from({ length: most }, (_, shorter) => most - shorter);
    const namesOne = (term: string) =>
      [invoiceNamed(term), dayNamed(term, today), amountNamed(term)].some((named) => named !== undefined);
    const length = lengths.find((length) => namesOne(left.slice(0, length).join(" "))) ?? 1;
    terms.push(left.slice(0, length).join(" "));
    at += length;
  }
  return terms;
}

/** The code in a term that could be a procedure's or a diagnosis's ("99213", "J02.9"), as `bareCode` writes it. */
export function codeNamed(term: string): string | undefined {
  const bare = term.trim().toUpperCase();
  const isCode = /^(?:\d{5}|\d{4}[A-Z]|[A-Z]\d{4}|[A-Z]\d[\dA-Z](?:\.?[\dA-Z]{1,4})?|\d{3}\.\d{1,2})$/.test(
    bare,
  );
  return isCode ? bare.replace(".", "") : undefined;
}
