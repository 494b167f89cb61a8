import type { Transaction } from "kysely";
import type { EngineKind } from "./engine.ts";

/** What a migration builds with: SQL for both engines, and the types that differ. */
export interface MigrationContext {
  readonly db: Transaction<unknown>;
  readonly kind: EngineKind;
  /** The type of an auto-incrementing primary key. */
  readonly serial: "integer" | "bigserial";
  /** Whole numbers up to 2^53; flags too, as 0 and 1. */
  readonly integer: "integer" | "bigint";
  readonly bytes: "blob" | "bytea";
  /** Text compared by code unit on both engines, as in JavaScript. */
  readonly plainText: "text" | 'text collate "C"';
  /** At the end of a table that is found by its primary key alone. */
  readonly byKey: "" | "without rowid";
  /** Runs statements that each end with a semicolon at the end of a line. */
  run(statements: string): Promise<void>;
}

/** One schema migration. Once merged it is never edited; a change is a new migration at the end of the list. */
export interface Migration {
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}
