import type { QueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "#room/contract/registry.ts";

type Page = ResponseOf<"listVisits">;

/** The practice of the last loaded visits; empty when there are several or none. */
export function onlyPractice(client: QueryClient): string {
  const lists = client.getQueriesData<{ readonly pages: readonly Page[] }>({
    queryKey: ["listVisits", "pages"],
  });
  const visits = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.visits) ?? []);
  const [only, ...others] = new Set(visits.map(({ practiceId }) => practiceId ?? "").filter(Boolean));
  return others.length === 0 ? (only ?? "") : "";
}
