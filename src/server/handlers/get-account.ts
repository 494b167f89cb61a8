import { defineHandler } from "#room/server/define-handler.ts";
import { atMostInUse } from "#room/contract/operations/get-account.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";

/** The caller's account and rights. */
export const getAccount = defineHandler("getAccount", {
  audit: "none",
  handle: async (_request, { session, store }) => {
    if (!session) throw notAuthenticated();
    const { userName, role, rights, practices, mustSetUpFactor } = session;
    return {
      userName,
      role,
      rights: [...rights],
      ...(practices.length > 0 ? { practices: [...practices] } : {}),
      ...(practices.length === 0 && rights.has("visits")
        ? { practicesInUse: [...(await store.visits.practicesInUse(atMostInUse))] }
        : {}),
      ...(mustSetUpFactor ? { mustSetUpFactor } : {}),
    };
  },
});
