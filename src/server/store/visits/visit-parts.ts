import type { Transaction } from "kysely";
import type { ChargeParts } from "#room/server/store/commit-charges.ts";
import type { Tables } from "#room/server/store/tables.ts";

/** What functions need to change visits within a transaction. */
export interface VisitParts extends ChargeParts {
  readonly db: Transaction<Tables>;
}
