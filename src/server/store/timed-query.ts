import type { KyselyConfig } from "kysely";

/** A statement that was executed, without its values. */
export interface TimedQuery {
  readonly sql: string;
  readonly milliseconds: number;
  readonly isFailed: boolean;
}

export type OnQuery = (query: TimedQuery) => void;

/** Kysely's setting for it. */
export function queryLog(onQuery: OnQuery | undefined): Pick<KyselyConfig, "log"> {
  if (!onQuery) return {};
  return {
    log: ({ level, query, queryDurationMillis: milliseconds }) =>
      onQuery({ sql: query.sql, milliseconds, isFailed: level === "error" }),
  };
}
