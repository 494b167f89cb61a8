import { addressReader, count } from "#room/contract/address-reader.ts";

/** Which invoice of the visit: without a number, the newest. */
export const invoiceSearch = addressReader({ number: count });
