import type { OwnSession } from "#room/contract/operations/get-own-account.ts";

export const browserOf = ({ browser }: OwnSession) => browser || "Unknown browser";
