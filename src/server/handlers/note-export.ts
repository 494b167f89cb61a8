import { defineHandler } from "#room/server/define-handler.ts";

/** The trail says that a list was saved as a file; the console makes it of what it has. */
export const noteExport = defineHandler("noteExport", {
  perMinute: "searchesPerMinute",
  audit: {
    when: "first",
    note: ({ list, rows }) => ({ action: "exported list", subject: `${list}: ${rows} rows` }),
  },
  handle: async () => ({}),
});
