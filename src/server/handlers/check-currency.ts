import { currencyDigits } from "#room/contract/primitives/money.ts";
import { invalidMember } from "#room/server/http/refusal.ts";

/** Those of ISO 4217 that are no money to ICU. */
const rareCurrencies: ReadonlySet<string> = new Set(["BOV", "CHE", "CHW", "COU", "MXV", "USN", "VED"]);
const usualCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const isCurrency = (code: string) =>
  usualCurrencies.has(code) || rareCurrencies.has(code) || currencyDigits(code) !== 2;

/** Throws the 400 for what is no currency of ISO 4217, whose digits nobody knows. In upper case. */
export function checkCurrency(code: string, fieldName: string): void {
  if (isCurrency(code)) return;
  const message = "'currency' must be a currency of ISO 4217, such as USD.";
  throw invalidMember("RegularExpression", fieldName, message);
}
