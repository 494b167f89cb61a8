import type { KyselyConfig } from "kysely";

/** Without its values, which may be patient data. */
export interface TimedQuery {
  readonly sql: string;
  readonly milliseconds: number;
  readonly isFailed: boolean;
}

export type OnQuery = (query: TimedQuery) => void;

export function queryLog(onQuery: OnQuery | undefined): Pick<KyselyConfig, "log"> {
  if (!onQuery) return {};
  return {
    log: ({ level, query, queryDurationMillis: milliseconds }) =>
      onQuery({ sql: query.sql, milliseconds, isFailed: level === "error" }),
  };
}
