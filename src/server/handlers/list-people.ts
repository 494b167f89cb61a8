import type { Handler } from "#room/server/handler.ts";
import { aroundPeople, personOf } from "./people-answer.ts";
import { wireInstant } from "./visit-answer.ts";

/** Everyone who may sign in, by name. */
export const listPeople: Handler<"listPeople"> = async (_request, context) => {
  const around = await aroundPeople(context);
  const users = await context.store.users.list();
  const { restoredAt } = around;
  return {
    people: users.map((user) => personOf(user, around)),
    ...(restoredAt === undefined ? {} : { restoredAt: wireInstant(restoredAt) }),
  };
};
