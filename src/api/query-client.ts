import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
} from "@tanstack/react-query";
import { isWorthRetrying } from "./is-worth-retrying.ts";
import { sessionState, subscribeSession, userNameOf } from "./session-state.ts";

/** A first reading under way may not know of what makes it invalid: React Query keeps its answer, so it is followed by another. */
class AnswerClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === "fetching");
    await super.invalidateQueries(filters, options);
    if (first.length > 0)
      await super.invalidateQueries({ predicate: (query) => first.includes(query) }, options);
  }
}

/** The cache of answers, for one page load. Cleared whenever another user, or nobody, is signed in. */
export function createQueryClient(): QueryClient {
  // Answers are delivered in a microtask; the default is a timer, which a busy page runs milliseconds later.
  notifyManager.setScheduler(queueMicrotask);
  const client = new AnswerClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Otherwise a read begun offline says "Loading" until the network is back.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { retry: false },
    },
  });
  let owner = userNameOf(sessionState());
  subscribeSession(() => {
    const next = userNameOf(sessionState());
    if (next === owner) return;
    owner = next;
    client.clear();
  });
  return client;
}
