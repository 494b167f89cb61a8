import { notifyManager, QueryClient } from "@tanstack/react-query";
import { isWorthRetrying } from "./is-worth-retrying.ts";
import { sessionState, subscribeSession, userNameOf } from "./session-state.ts";

/** The cache of answers, for one page load. It is emptied whenever another user, or nobody, is signed in. */
export function createQueryClient(): QueryClient {
  // An answer is told in its own task; by default it waits for a timer, which a busy page runs milliseconds later.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false },
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
