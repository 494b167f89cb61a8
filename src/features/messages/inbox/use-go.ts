import { useNavigate } from "@tanstack/react-router";
import type { MessagesPageSearch } from "#room/features/messages/messages-page-search.ts";

/** Opens a message, or only the list. */
export function useGo(search: MessagesPageSearch, openId: number | undefined) {
  const navigate = useNavigate();
  return (id: number | undefined, more: Partial<MessagesPageSearch> = {}) => {
    const next = { ...search, ...more };
    // Moving from message to message leaves one step for Back, not one per message.
    const replace = openId !== undefined && id !== undefined;
    if (id === undefined) void navigate({ to: "/messages", search: next, replace });
    else
      void navigate({
        to: "/messages/$messageId",
        params: { messageId: String(id) },
        search: next,
        replace,
        // The list keeps the row that is read in sight; the router would put it back where it was before.
        resetScroll: false,
      });
  };
}
