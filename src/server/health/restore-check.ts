import { listWords } from "#room/contract/primitives/list-words.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { unconfirmedRestore } from "#room/server/store/settle-restore.ts";
import { counted } from "./health-words.ts";

/** After a restore, what an administrator has not confirmed yet. */
export async function checkRestore({ store }: ServerParts): Promise<HealthCheck | undefined> {
  const restoredAt = await unconfirmedRestore(store.db);
  const held = (await store.programKeys.list(0)).flatMap(({ heldSince, name }) =>
    heldSince === undefined ? [] : [{ name, at: heldSince }],
  );
  const at = restoredAt ?? held[0]?.at;
  if (at === undefined) return undefined;
  const names = listWords(held.slice(0, 5).map(({ name }) => `“${name}”`));
  const keys = `${counted(held.length, "API key")} made before the restore wait: ${names}. Let each work again, or end it, under API keys.`;
  const people = "People are as the backup had them: look through them under People.";
  return {
    name: "Restored backup",
    value: `restored on ${showDate(new Date(at).toISOString().slice(0, 10))}`,
    act: [...(held.length > 0 ? [keys] : []), ...(restoredAt === undefined ? [] : [people])].join(" "),
  };
}
