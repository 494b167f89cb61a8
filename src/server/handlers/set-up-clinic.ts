import { checkedUserName } from "./people-answer.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { randomUUID } from "node:crypto";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { looseEntry } from "#room/server/audit/audit-entry.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";
import { queued } from "#room/server/sessions/credentials.ts";
import { isAddress } from "#room/server/sessions/first-users.ts";
import { hashOfSecret } from "#room/server/sessions/link-secret.ts";
import { linkUnknown, refuseLink, watchedSecret } from "#room/server/sessions/one-time-link.ts";
import { passwordFault } from "#room/server/sessions/password-rule.ts";
import { passwordRecord } from "#room/server/sessions/passwords.ts";
import { minPassword } from "#room/contract/password-rule.ts";

type Request = RequestOf<"setUpClinic">;

const namesIn = ({ practices }: Request) => [...new Set((practices ?? []).map((name) => name.trim()))];

/** Throws the 400 for the first invalid value. */
async function check(request: Request): Promise<void> {
  const { userName, displayName, address, clinicName, password } = request;
  checkedUserName(request);
  if (address && !isAddress(address.trim()))
    throw invalidMember("Email", "address", "This isn’t an address such as name@direct.example.");
  const local = (address ?? "").split("@")[0] ?? "";
  const names = [userName, displayName ?? "", local, clinicName, ...namesIn(request)];
  const fault = await passwordFault(password, minPassword.alone, names);
  if (fault !== undefined) throw invalidMember("WeakPassword", "password", fault);
}

async function setUp(request: Request, { store, now, remoteAddress, callerGone }: HandlerContext) {
  const { userName, displayName, address, clinicName, password } = request;
  const record = await queued({ remoteAddress, callerGone }, () => passwordRecord(password));
  const at = now().getTime();
  const first = {
    name: userName.trim(),
    displayName: displayName ?? "",
    role: "administrator",
    passwordRecord: record,
    addresses: address ? [address.trim()] : [],
    createdAt: at,
  } as const;
  const entries = namesIn(request).map((name) => ({
    kind: "practice" as const,
    id: guidFromUuid(randomUUID()),
    name,
  }));
  return store.inOne(async ({ users, userLinks, clinic, directory, db }) => {
    const [user] = await users.addFirst([first]);
    // The command line, or another process, was faster.
    if (!user) throw linkUnknown;
    await userLinks.addUsed({ linkHash: hashOfSecret(request.secret), userId: user.userId, at });
    await clinic.setName(clinicName);
    const { version } = await directory.changesSince(0);
    if (entries.length > 0) await directory.save({ entries, removed: [] }, { after: version });
    const subject = `${user.name}: added as administrator, by the first run`;
    const note = { actor: user.name, action: "changed user", subject, remoteAddress } as const;
    await appendAudit(store, db, [looseEntry(note, at)]);
    return { userName: user.name };
  });
}

function endDemo({ lookAround, log }: HandlerContext): void {
  lookAround?.end().catch((error: unknown) => log.error({ err: error }, "the demo could not be closed"));
}

export const setUpClinic = defineHandler("setUpClinic", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async (request, context) => {
    context.transport.checkOwnOrigin();
    return watchedSecret(context, async () => {
      const { firstRun } = context;
      if (!firstRun || !(await firstRun.isOpenedBy(request.secret, context.now())))
        return refuseLink(request.secret, context);
      await check(request);
      const answer = await firstRun.use(() => setUp(request, context));
      if (!answer) return refuseLink(request.secret, context);
      // Of a demo that began in the meantime.
      endDemo(context);
      return answer;
    });
  },
});

/**
 * Shows this browser a demo while the store is empty, given the secret that the server printed. It does not use up the
 * secret.
 */
export const beginLookAround = defineHandler("beginLookAround", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async ({ secret }, context) => {
    context.transport.checkOwnOrigin();
    return watchedSecret(context, async () => {
      const { firstRun, lookAround, now } = context;
      const mayLook = async () => (await firstRun?.isOpenedBy(secret, now())) === true;
      if (!lookAround || !(await mayLook())) return refuseLink(secret, context);
      const { mark, ...shown } = await lookAround.begin();
      if (await mayLook()) {
        context.transport.setLookMark(mark);
        return shown;
      }
      // The clinic was set up while the demo was loading: the demo would hide the real one.
      await lookAround.end();
      return refuseLink(secret, context);
    });
  },
});

export const endLookAround = defineHandler("endLookAround", {
  audit: "none",
  handle: async (_request, context) => {
    if (context.lookAround?.isShown() !== true)
      throw new Refusal(409, "NoLookAround", "This isn’t a demo that can be ended here.");
    // The demo itself sends the answer, and waits for it before it ends.
    endDemo(context);
    return {};
  },
});
