import { useNavigate } from "@tanstack/react-router";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";

/** Goes to a message, or to the list alone. */
export function useGo(search: MessagesPageSearch, openId: number | undefined) {
  const navigate = useNavigate();
  return (id: number | undefined, more: Partial<MessagesPageSearch> = {}) => {
    const next = { ...search, ...more };
    // Moving from one message to the next leaves one step for Back, not one for each message passed.
    const replace = openId !== undefined && id !== undefined;
    if (id === undefined) void navigate({ to: "/messages", search: next, replace });
    else
      void navigate({ to: "/messages/$messageId", params: { messageId: String(id) }, search: next, replace });
  };
}
