import { defineHandler } from "#room/server/define-handler.ts";
import { aroundPeople, personOf } from "./people-answer.ts";
import { wireInstant } from "./visit-answer.ts";

/** Everyone who may sign in, by name. */
export const listPeople = defineHandler("listPeople", {
  isCostly: true,
  audit: "none",
  handle: async (_request, context) => {
    const around = await aroundPeople(context);
    const users = await context.store.users.list();
    const { restoredAt } = around;
    return {
      people: users.map((user) => personOf(user, around)),
      ...(restoredAt === undefined ? {} : { restoredAt: wireInstant(restoredAt) }),
    };
  },
});
