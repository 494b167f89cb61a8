import { defineHandler } from "#room/server/define-handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import type { UserChanges } from "#room/server/store/user-repository.ts";
import {
  aroundPeople,
  changesOf,
  notePerson,
  personNamed,
  personOf,
  refusalOfStore,
} from "./people-answer.ts";

/** The audit log's name for a change, in order of importance. */
function wordsOf({ role, rights, practices, addresses, displayName, disabled }: UserChanges): string[] {
  return [
    ...(disabled === undefined ? [] : [disabled ? "disabled" : "enabled"]),
    ...(role === undefined ? [] : [`role ${role}`]),
    ...(rights === undefined ? [] : [`rights ${rights.join(",") || "of the role alone"}`]),
    ...(practices === undefined ? [] : [`practices ${practices.join(",") || "all"}`]),
    ...(addresses === undefined ? [] : ["addresses"]),
    ...(displayName === undefined ? [] : ["name"]),
  ];
}

/** Whether somebody who was limited to practices sees others now. */
function isWider(before: readonly string[], after: readonly string[] | undefined): boolean {
  if (before.length === 0 || after === undefined) return false;
  return after.length === 0 || after.some((id) => !before.includes(id));
}

/** Changes the given members. A disabled person is signed out everywhere. */
export const changePerson = defineHandler("changePerson", {
  audit: "by-handler",
  handle: async (request, context) => {
    const { store, sessions, session } = context;
    const user = await personNamed(request.userName, context);
    const changes = changesOf(request);
    if (changes.disabled === true && user.userId === session?.userId)
      throw new Refusal(409, "Yourself", "You can’t disable yourself. Ask another administrator.");
    await store.users.change(user.name, changes).catch((error: unknown) => {
      throw refusalOfStore(error);
    });
    if (changes.disabled === true) await sessions.endAllOf(user.userId, "user disabled");
    for (const words of wordsOf(changes)) await notePerson(context, user, words);
    if (user.userId === session?.userId && isWider(user.practices, changes.practices))
      await notePerson(context, user, "lifted their own limit");
    const after = await personNamed(user.name, context);
    return { person: personOf(after, await aroundPeople(context)) };
  },
});
