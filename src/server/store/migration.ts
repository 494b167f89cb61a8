import type { Transaction } from "kysely";
import type { EngineKind } from "./engine.ts";

/** What a migration builds with: the same schema builder for both engines, and the types that differ. */
export interface MigrationContext {
  readonly db: Transaction<unknown>;
  readonly kind: EngineKind;
  /** An auto-incrementing primary key. */
  readonly serial: "integer" | "bigserial";
  /** Whole numbers up to 2^53; flags too, as 0 and 1. */
  readonly integer: "integer" | "bigint";
  readonly bytes: "blob" | "bytea";
}

/** One schema migration. Once merged it is never edited; a change is a new migration at the end of the list. */
export interface Migration {
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}
