import type { Migration } from "#room/server/store/migration.ts";

/** How often all of a person's sessions were ended; a sign-in that began before does not go on. */
export const signInsEnded: Migration = {
  name: "0081-sign-ins-ended",
  up: ({ integer, run }) =>
    run(`
      alter table person add column sign_ins_ended ${integer} not null default 0;
      alter table sign_in_attempt add column sign_ins_ended ${integer};
    `),
};
