import { defineHandler } from "#room/server/define-handler.ts";
import {
  aroundPeople,
  personOf,
  changesOf,
  refusalOfStore,
  personNamed,
  personWithin,
  checkGives,
  checkReach,
  checkedUserName,
} from "./people-answer.ts";
import { wireInstant } from "./visit-answer.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { makeLink } from "#room/server/sessions/one-time-link.ts";
import { afterDone } from "#room/server/store/store-unavailable.ts";
import type { Within } from "#room/server/store/store.ts";
import type { UserChanges, UserRecord } from "#room/server/store/user-repository.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import { resetFactors } from "#room/server/sessions/second-factor/factor-store.ts";

export const listPeople = defineHandler("listPeople", {
  isCostly: true,
  audit: "none",
  handle: async (_request, context) => {
    const around = await aroundPeople(context);
    const users = await context.store.users.list();
    return {
      people: users.map((user) => personOf(user, around)),
      restoredAt: wireInstant(around.restoredAt),
    };
  },
});

/** Creates a person, who has no password until they use their link. */
export const addPerson = defineHandler("addPerson", {
  audit: "by-handler",
  handle: async (request, context) => {
    const name = checkedUserName(request);
    const { role = "clerk", ...changes } = changesOf(request);
    // Not shown by the interface: whom somebody limited adds without practices has theirs.
    const practices = changes.practices?.length ? changes.practices : context.session.practices;
    checkReach(practices, context);
    checkGives(changes.rights, [], context);
    const createdAt = context.now().getTime();
    const work = async ({ users, db }: Within) => {
      const added = await users.add({ ...changes, practices, name, role, createdAt });
      return { user: added, link: await makeLink(added, context, db) };
    };
    const subjectsOf = ({ user: added }: { user: UserRecord }) => [
      `${added.name}: added as ${role}`,
      `${added.name}: link made`,
    ];
    const adding = withEntry(context, "changed user", work, subjectsOf);
    const { user, link } = await adding.catch((error: unknown) => {
      throw refusalOfStore(error);
    });
    return { person: personOf(user, await afterDone(aroundPeople(context))), link };
  },
});

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

/** Changes the given members. A disabled person is signed out everywhere. */
export const changePerson = defineHandler("changePerson", {
  audit: "by-handler",
  handle: async (request, context) => {
    const { session, now } = context;
    const user = await personNamed(request.userName, context);
    const changes = changesOf(request);
    const seen = changesOf(request.seen ?? {});
    const check = ({ practices, rights }: UserRecord) => {
      checkReach(practices, context);
      checkReach(changes.practices ?? practices, context);
      checkGives(changes.rights, rights, context);
    };
    if (changes.disabled === true && user.userId === session.userId)
      throw new Refusal(409, "Yourself", "You can’t disable yourself. Ask another administrator.");
    const work = async ({ users, sessions }: Within) => {
      await users.change(user.name, changes, { seen, check, by: session.userName });
      if (changes.disabled === true)
        await sessions.endAllOf(user.userId, now().getTime(), { reason: "user disabled" });
    };
    const subjects = wordsOf(changes).map((words) => `${user.name}: ${words}`);
    await withEntry(context, "changed user", work, () => subjects).catch((error: unknown) => {
      throw refusalOfStore(error);
    });
    const after = await afterDone(personNamed(user.name, context));
    return { person: personOf(after, await afterDone(aroundPeople(context))) };
  },
});

export const endPersonSessions = defineHandler("endPersonSessions", {
  audit: "by-handler",
  handle: async ({ userName }, context) => {
    const user = await personWithin(userName, context);
    const at = context.now().getTime();
    const reason = "ended by an administrator";
    const work = ({ sessions }: Within) => sessions.endAllOf(user.userId, at, { reason });
    return { ended: await withEntry(context, "changed user", work, () => `${user.name}: sessions ended`) };
  },
});

export const makePersonLink = defineHandler("makePersonLink", {
  audit: "by-handler",
  handle: async ({ userName }, context) => {
    const user = await personWithin(userName, context);
    const work = async ({ db }: Within) => ({ link: await makeLink(user, context, db) });
    return withEntry(context, "changed user", work, () => `${user.name}: link made`);
  },
});

/**
 * For users who lost their second factor: they sign in with only their password, and must set up a new factor if their
 * role needs one.
 */
export const resetFactor = defineHandler("resetFactor", {
  audit: "by-handler",
  handle: async ({ userName }, context) => {
    const { session, now } = context;
    const user = await personWithin(userName, context);
    if (user.userId === session.userId)
      throw new Refusal(
        403,
        "NotYourOwn",
        "You can’t reset your own second factor. Change it on your account page, or ask another administrator.",
      );
    const work = async ({ db, sessions }: Within) => {
      // First, since it locks the user, as setting one up does.
      await sessions.endAllOf(user.userId, now().getTime(), { reason: "second factor reset" });
      if (!(await resetFactors({ db }, user.userId)))
        throw new Refusal(409, "NoFactor", `${user.name} has no second factor.`);
      return {};
    };
    return withEntry(context, "changed factor", work, () => `${user.name}: reset`);
  },
});
