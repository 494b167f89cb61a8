import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { counted, lengthText } from "./health-words.ts";

const soonMs = 14 * 86_400_000;

/** Program keys: an expired one stops its program. */
export async function checkKeys({ store, now }: ServerParts): Promise<HealthCheck | undefined> {
  const at = now().getTime();
  const keys = (await store.programKeys.list(0)).toSorted((one, other) => one.expiresAt - other.expiresAt);
  if (keys.length === 0) return undefined;
  const soon = keys.filter(({ expiresAt }) => expiresAt - at < soonMs);
  const said = soon.map(({ name, expiresAt }) =>
    expiresAt <= at ? `“${name}” has expired` : `“${name}” expires in ${lengthText(expiresAt - at)}`,
  );
  const working = keys.filter(({ expiresAt, heldSince }) => expiresAt > at && heldSince === undefined);
  return {
    name: "API keys",
    value: `${counted(working.length, "key")} in use`,
    ...(said.length > 0 ? { act: `${said.slice(0, 3).join("; ")}. Rotate or end it under API keys.` } : {}),
  };
}
