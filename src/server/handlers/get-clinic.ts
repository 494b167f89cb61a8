import { defineHandler } from "#room/server/define-handler.ts";

/** What the clinic's papers say of it. */
export const getClinic = defineHandler("getClinic", {
  isUse: false,
  audit: "none",
  handle: async (_request, { store }) => ({ ...(await store.clinic.read()) }),
});
