import type { ResponseOf } from "#room/contract/registry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import type { MailSettings, MailTest } from "#room/server/store/mail-settings.ts";
import { wireInstant, viewerOf } from "./visit-answer.ts";
import type { Within } from "#room/server/store/store.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import { changedMeanwhile, Refusal } from "#room/server/http/refusal.ts";
import { mimeSize } from "#room/server/direct/mail-of-message.ts";
import { base64Length } from "#room/contract/primitives/base64.ts";
import { base64Of } from "./get-message.ts";

type Step = NonNullable<ResponseOf<"getMailSettings">["test"]>["steps"][number];

function stepsOf(test: MailTest, { noticeMinutes }: MailSettings, now: number): Step[] {
  const isLate = now - (test.sentAt ?? now) >= noticeMinutes * 60_000;
  const done = (name: Step["name"], at: number): Step => ({ name, state: "done", at: wireInstant(at) });
  const open = (name: Step["name"]): Step => ({ name, state: isLate ? "not-known" : "waiting" });
  const because = test.error === undefined ? {} : { reason: test.error };
  if (test.sentAt === undefined)
    return [{ name: "handed-over", state: test.isGivenUp ? "failed" : "waiting", ...because }];
  const told = (...kinds: readonly string[]) => test.notices.find(({ kind }) => kinds.includes(kind));
  const failed = told("failed");
  const stepOf = (name: "processed" | "delivered"): Step => {
    const notice = told(name, "delivered");
    if (notice) return done(name, notice.at);
    if (!failed) return open(name);
    return { name, state: "failed", reason: failed.reason };
  };
  return [
    done("handed-over", test.sentAt),
    test.fetchedAt === undefined ? open("came-back") : done("came-back", test.fetchedAt),
    ...(test.isAsked ? [stepOf("processed"), stepOf("delivered")] : []),
  ];
}

export const getMailSettings = defineHandler("getMailSettings", {
  isUse: false,
  audit: "none",
  handle: async (_request, { store, settings, now }) => {
    const current = await store.mailSettings.read();
    const test = await store.mailSettings.lastTest();
    return {
      ...current,
      goesOut: settings.directSmtpUrl !== undefined,
      comesIn: settings.directImapUrl !== undefined,
      ...(test && {
        test: {
          address: test.address,
          begunAt: wireInstant(test.begunAt),
          steps: stepsOf(test, current, now().getTime()),
        },
      }),
    };
  },
});

export const saveMailSettings = defineHandler("saveMailSettings", {
  // It names what differs.
  audit: "by-handler",
  handle: async ({ version, asksForNotices, noticeMinutes }, context) => {
    const work = async ({ mailSettings }: Within) => {
      const before = await mailSettings.read();
      if (!(await mailSettings.save({ asksForNotices, noticeMinutes }, { after: version })))
        throw changedMeanwhile("MailSettingsChanged");
      return [
        ...(before.asksForNotices === asksForNotices ? [] : ["asksForNotices"]),
        ...(before.noticeMinutes === noticeMinutes ? [] : ["noticeMinutes"]),
      ];
    };
    await withEntry(context, "changed mail", work, (changed) =>
      changed.length > 0 ? `changed:${changed.join(",")}` : undefined,
    );
    return { version: version + 1 };
  },
});

const words = [
  "An administrator tested the clinic’s mail service with this message. It left by the mail service and was fetched back.",
  "It can be archived.",
].join("\n");

export const testMail = defineHandler("testMail", {
  perMinute: "messagesPerMinute",
  audit: { when: "first", note: () => ({ action: "changed mail", subject: "test" }) },
  handle: async (_request, context) => {
    const { store, settings, now } = context;
    const { userId } = viewerOf(context);
    if (settings.directSmtpUrl === undefined)
      throw new Refusal(409, "NoMailService", "No mail service for other domains is set (DIRECT_SMTP_URL).");
    const [address] = await store.users.addressesOf(userId);
    if (address === undefined)
      throw new Refusal(409, "NoAddress", "You have no Direct address. Add one under People first.");
    const message = {
      sender: address,
      to: [address],
      cc: [],
      createdTime: undefined,
      subject: "Test of the mail service",
      textBody: words,
      htmlBody: undefined,
      attachments: [],
      receivedAt: now().getTime(),
    };
    await store.mailSettings.beginTest({ ...message, size: await mimeSize(message) }, userId);
    return { address };
  },
});

/** The original of a letter that was set aside, read while it is sent. */
export const getSetAsideMail = defineHandler("getSetAsideMail", {
  isCostly: true,
  audit: {
    when: "first",
    note: ({ letterId }) => ({ action: "read set-aside mail", subject: `letter:${letterId}` }),
  },
  handle: async ({ letterId }, context) => {
    const known = Number.isSafeInteger(letterId) && letterId > 0;
    const [file] =
      (known ? await context.store.fetchedMail.original(letterId) : undefined)?.attachments ?? [];
    if (!file) throw new Refusal(404, "NotFound", "There is no such letter.");
    return { base64: context.later(base64Length(file.size), () => base64Of(file.pieces())) };
  },
});

export const listSetAsideMail = defineHandler("listSetAsideMail", {
  isCostly: true,
  audit: "none",
  handle: async (_request, { store }) => ({
    letters: (await store.fetchedMail.listOdd()).map((letter) => ({ ...letter, at: wireInstant(letter.at) })),
  }),
});
