import { valuesOf, countOf } from "#room/server/store/rows.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { Kysely } from "kysely";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { lookAlikeOf } from "#room/server/store/look-alike.ts";
import { storableText, foldName } from "#room/server/store/storable-text.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { Viewer, SavedView, ViewOutcome } from "./visit-types.ts";

const maxViews = 50;

export async function viewsOf(db: Kysely<Tables>, { userId }: Viewer): Promise<SavedView[]> {
  const rows = await db
    .selectFrom("visit_view")
    .innerJoin("person", "person.user_id", "visit_view.user_id")
    .select([
      "visit_view.view_id",
      "visit_view.name",
      "visit_view.filter",
      "visit_view.columns",
      "visit_view.is_shared",
      "visit_view.user_id",
      "person.name as owner",
    ])
    .where((build) =>
      build.or([build("visit_view.user_id", "=", userId), build("visit_view.is_shared", "=", 1)]),
    )
    .execute();
  return rows
    .map((row) => ({
      viewId: row.view_id,
      name: row.name,
      // Written only by this store, from the same types.
      filter: readJson<VisitFilter>(row.filter),
      columns: row.columns === null ? undefined : readJson<string[]>(row.columns),
      isShared: row.is_shared === 1,
      owner: row.owner,
      isOwn: row.user_id === userId,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en") || (a.viewId < b.viewId ? -1 : 1));
}

/** Other users must not learn that an unshared view exists. */
const notTheirs = ({ is_shared }: { readonly is_shared: number }) =>
  is_shared === 1 ? "not-yours" : "not-found";

/** Whether a shared view has another name that only looks like this one. */
async function looksLikeAnother(db: Kysely<Tables>, name: string, viewId: string): Promise<boolean> {
  const shared = db.selectFrom("visit_view").where("is_shared", "=", 1).where("view_id", "!=", viewId);
  const others = (await valuesOf(shared, "name")).filter((other) => foldName(other) !== foldName(name));
  return lookAlikeOf(name, others) !== undefined;
}

export async function saveView(
  db: Kysely<Tables>,
  { viewId, name, filter, columns, isShared }: Omit<SavedView, "owner" | "isOwn">,
  { userId }: Viewer,
): Promise<ViewOutcome> {
  return db.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom("visit_view")
      .select(["user_id", "is_shared"])
      .where("view_id", "=", viewId)
      .executeTakeFirst();
    if (known && known.user_id !== userId) return notTheirs(known);
    const own = transaction.selectFrom("visit_view").where("user_id", "=", userId);
    if (!known && (await countOf(own)) >= maxViews) return "too-many";
    if (isShared && (await looksLikeAnother(transaction, name, viewId))) return "looks-alike";
    const values = {
      user_id: userId,
      name: storableText(name),
      filter: JSON.stringify(filter),
      columns: columns === undefined ? null : JSON.stringify(columns),
      is_shared: isShared ? 1 : 0,
    };
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto("visit_view")
      .values({ view_id: viewId, ...values })
      // Another user may have taken the id since the look-up.
      .onConflict((conflict) =>
        conflict.column("view_id").doUpdateSet(values).where("visit_view.user_id", "=", userId),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n ? "done" : "not-yours";
  });
}

export async function removeView(
  db: Kysely<Tables>,
  viewId: string,
  { userId }: Viewer,
): Promise<ViewOutcome> {
  const known = await db
    .selectFrom("visit_view")
    .select(["user_id", "is_shared"])
    .where("view_id", "=", viewId)
    .executeTakeFirst();
  if (!known) return "not-found";
  if (known.user_id !== userId) return notTheirs(known);
  await db.deleteFrom("visit_view").where("view_id", "=", viewId).where("user_id", "=", userId).execute();
  return "done";
}
