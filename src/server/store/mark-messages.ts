import type { Transaction } from "kysely";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { KeyedEngine } from "./engine.ts";
import { parseNames } from "./user-repository.ts";
import { foldName } from "./storable-text.ts";
import { nextChanges } from "./next-changes.ts";
import { noteArchived, sharersOf, tellSharers } from "./shared-letters.ts";
import type { Tables } from "./tables.ts";

/** What becomes of messages of one mailbox. Absent: as it was. */
export interface MarkChange {
  readonly isRead?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  readonly addLabels?: readonly string[];
  readonly removeLabels?: readonly string[];
}

export const maxLabels = 20;

function labelsAfter(labels: readonly string[], { addLabels = [], removeLabels = [] }: MarkChange): string[] {
  const removed = new Set(removeLabels.map((label) => foldName(label)));
  const kept = new Map(labels.map((label) => [foldName(label), label]));
  for (const folded of removed) kept.delete(folded);
  for (const label of addLabels) if (!kept.has(foldName(label))) kept.set(foldName(label), label);
  return [...kept.values()];
}

const number = (isSet: boolean | undefined, before: number) => (isSet === undefined ? before : Number(isSet));

/** The same again changes nothing. Those whose mailbox it is see all of it under one number. */
export function markMessages(
  { db, vault }: Pick<KeyedEngine, "db" | "vault">,
  {
    userId,
    ids,
    change,
  }: { readonly userId: number; readonly ids: readonly number[]; readonly change: MarkChange },
) {
  return vault.sealer().then((seal) =>
    db.transaction().execute(async (transaction: Transaction<Tables>) => {
      // First, so that two changes of one mailbox follow each other.
      const others = await sharersOf(transaction, userId, ids);
      const numbers = await nextChanges(transaction, [userId, ...others.map((other) => other.userId)]);
      const changeNumber = numbers.get(userId) ?? 0;
      const rows = await transaction
        .selectFrom("mailbox_entry")
        .select(["message_id", "is_read", "is_archived", "labels"])
        .where("user_id", "=", userId)
        .where("message_id", "in", ids)
        .execute();
      const tooMany: number[] = [];
      for (const { message_id, labels, ...was } of rows) {
        const place = associatedData.labels(userId, message_id);
        const before = parseNames((await vault.text(place, labels)) ?? "[]");
        const after = labelsAfter(before, change);
        if (after.length > Math.max(maxLabels, before.length)) {
          tooMany.push(message_id);
          continue;
        }
        const is_read = number(change.isRead, was.is_read);
        const is_archived = number(change.isArchived, was.is_archived);
        const isSame = after.join("\n") === before.join("\n");
        if (isSame && is_read === was.is_read && is_archived === was.is_archived) continue;
        await transaction
          .updateTable("mailbox_entry")
          .set({
            is_read,
            is_archived,
            ...(is_read === was.is_read ? {} : { was_brought: 0 }),
            change_number: changeNumber,
            ...(isSame
              ? {}
              : { labels: seal.text(place, after.length === 0 ? null : JSON.stringify(after)) }),
          })
          .where("user_id", "=", userId)
          .where("message_id", "=", message_id)
          .execute();
      }
      // What is read or archived of a shared mailbox is told to all, and archived for all.
      if (change.isRead !== undefined || change.isArchived !== undefined)
        await tellSharers(transaction, others, numbers, change);
      if (change.isArchived !== undefined) await noteArchived(transaction, userId, ids, change.isArchived);
      const found = new Set(rows.map(({ message_id }) => message_id));
      return { changeNumber, notFound: ids.filter((id) => !found.has(id)), tooMany };
    }),
  );
}
