import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery, failureOf } from "#room/api/operation-query.ts";
import { writeJson } from "#room/contract/written-json.ts";
import { type DaySheet, type SheetBy, sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { isLong, requestOf, type SheetScope } from "./sheet-scope.ts";

/** A long sheet on its way. */
export interface SheetProgress {
  /** The tables that are not added up yet. */
  readonly left: readonly SheetBy[];
  readonly isStopped: boolean;
  stop(): void;
  goOn(): void;
}

/** The sheet of a scope; while it is added up, the last one, with its own scope. */
export function useDaySheet(scope: SheetScope) {
  const client = useQueryClient();
  const request = requestOf(scope);
  const key = writeJson(request);
  const [stopped, setStopped] = useState("");
  const isStopped = stopped === key;
  const isByTable = isLong(scope);
  const queryOf = (by: SheetBy, at: number) =>
    operationQuery("getDaySheet", { ...request, by, ...(at > 0 && { rowsOnly: true }) });
  const queries = isByTable ? sheetBy.options.map(queryOf) : [operationQuery("getDaySheet", request)];
  const isDone = (at: number) => client.getQueryData(queries[at]?.queryKey ?? []) !== undefined;
  const results = useQueries({
    queries: queries.map((query, at) => ({
      ...query,
      // Of many days: added up anew at each return it would keep the service busy.
      ...(isByTable && { staleTime: 10_000 }),
      enabled: !(isByTable && isStopped) && (at === 0 || isDone(at - 1)),
    })),
  });
  const parts = results.flatMap(({ data }) => data ?? []);
  const [first] = parts;
  const [last, setLast] = useState<{ readonly parts: readonly DaySheet[]; readonly scope: SheetScope }>();
  const isNew = parts.length !== last?.parts.length || parts.some((part, at) => part !== last.parts[at]);
  if (first && isNew) setLast({ parts, scope });
  const shown = first ? { parts, scope } : last;
  const failed = results.find(({ error }) => error !== null) ?? results[0];
  const left = sheetBy.options.filter((_, at) => results[at]?.data === undefined);
  const progress: SheetProgress = {
    left,
    isStopped,
    // Also the month and the year to date, beside it.
    stop: () => {
      setStopped(key);
      void client.cancelQueries({ queryKey: ["getDaySheet"] });
    },
    goOn: () => {
      setStopped("");
      const isLeft = ({ state }: { readonly state: { readonly data?: unknown } }) => state.data === undefined;
      void client.refetchQueries({ queryKey: ["getDaySheet"], type: "active", predicate: isLeft });
    },
  };
  const [whole] = shown?.parts ?? [];
  const isNothing = !first && (isStopped || failed?.error);
  return {
    sheet:
      whole && !isNothing ? { ...whole, rows: shown?.parts.flatMap(({ rows }) => rows) ?? [] } : undefined,
    sheetScope: shown?.scope ?? scope,
    isBusy: first === undefined,
    failure: failed && failureOf(failed),
    onRetry: () => void failed?.refetch(),
    progress: isByTable && left.length > 0 ? progress : undefined,
  };
}
