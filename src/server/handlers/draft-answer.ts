import { readJson } from "#room/contract/written-json.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { DraftContent, StoredDraft } from "#room/contract/schemas/message-draft.ts";
import type { DraftRecord } from "#room/server/store/drafts.ts";

export function draftAnswer({ updatedAt, content, ...record }: DraftRecord): StoredDraft {
  return {
    ...record,
    updatedOn: wireDateTimeOf(new Date(updatedAt)),
    ...(content === undefined ? {} : { draft: readJson<DraftContent>(content) }),
  };
}
