import { defineHandler } from "#room/server/define-handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";

/** The caller's account and rights. */
export const getAccount = defineHandler("getAccount", {
  audit: "none",
  handle: async (_request, { session }) => {
    if (!session) throw notAuthenticated();
    const { userName, role, rights, mustSetUpFactor } = session;
    return {
      userName,
      role,
      rights: [...rights],
      ...(mustSetUpFactor ? { mustSetUpFactor } : {}),
    };
  },
});
