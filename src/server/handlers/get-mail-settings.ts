import type { ResponseOf } from "#room/contract/registry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import type { MailSettings, MailTest } from "#room/server/store/mail-settings.ts";
import { wireInstant } from "./visit-answer.ts";

type Step = NonNullable<ResponseOf<"getMailSettings">["test"]>["steps"][number];

/** What is known of each step of a test. */
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
    return { name, state: "failed", ...(failed.reason === undefined ? {} : { reason: failed.reason }) };
  };
  return [
    done("handed-over", test.sentAt),
    test.fetchedAt === undefined ? open("came-back") : done("came-back", test.fetchedAt),
    ...(test.isAsked ? [stepOf("processed"), stepOf("delivered")] : []),
  ];
}

/** How mail goes to other domains, and how far the last test came. */
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
