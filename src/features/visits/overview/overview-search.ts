import { addressReader, oneOf } from "#room/contract/address-reader.ts";

export const spans = ["14", "30", "90"] as const;

export const overviewSearch = addressReader({ days: oneOf(...spans) });
