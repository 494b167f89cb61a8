import { noteAction } from "#room/server/audit/note-action.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/** Changes how mail goes to other domains. */
export const saveMailSettings = defineHandler("saveMailSettings", {
  // It names what differs.
  audit: "by-handler",
  handle: async ({ version, asksForNotices, noticeMinutes }, context) => {
    const { mailSettings } = context.store;
    const before = await mailSettings.read();
    if (!(await mailSettings.save({ asksForNotices, noticeMinutes }, { after: version })))
      throw new Refusal(
        409,
        "MailSettingsChanged",
        "Somebody else changed this in the meantime. Nothing was saved: review it and save again.",
      );
    const changed = [
      ...(before.asksForNotices === asksForNotices ? [] : ["asksForNotices"]),
      ...(before.noticeMinutes === noticeMinutes ? [] : ["noticeMinutes"]),
    ];
    if (changed.length > 0) await noteAction(context, "changed mail", `changed:${changed.join(",")}`);
    return { version: version + 1 };
  },
});
