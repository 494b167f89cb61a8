import { afterEach, beforeEach, expect } from "vitest";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import type { Limits } from "#room/server/limits.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent } from "#room/testing/builders.ts";

export let server: TestServer;
export let admin: Record<string, string>;

export const minute = 60_000;
export const hour = 60 * minute;
export const [chargeName, listName] = [registry.chargeVisit.name, registry.listVisits.name];

/** The session of casey, an administrator. */
export async function signInAdmin(): Promise<void> {
  admin = { "x-ss-id": await server.signIn() };
}

/** Replaces the current server. */
export async function start(settings: Record<string, string>, limits: Partial<Limits> = {}): Promise<void> {
  await server?.stop();
  server = await startTestServer(settings, { limits });
  await server.store.users.change("casey", { role: "administrator" });
  await signInAdmin();
}

/** A server for each test of a file. */
export function serverOfEach(): void {
  beforeEach(() => start({ SIGN_IN_FAILURES_PER_ADDRESS: "5" }, { keyCallsPerMinute: 50 }));
  afterEach(() => server.stop());
}

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

export async function ask(key: OperationKey, request: object, headers: Record<string, string> = admin) {
  const {
    status,
    body,
    headers: answered,
  } = await server.post(`/json/reply/${registry[key].name}`, request, headers);
  const refusal = findRefusal(body);
  return { status, body, headers: answered, code: refusal?.errorCode, message: refusal?.message ?? "" };
}

export async function add(wish: object = {}) {
  const { status, body } = await ask("addKey", { name: "Rules engine", operations: [chargeName], ...wish });
  expect(status).toBe(200);
  const { key, secret } = registry.addKey.response.parse(body);
  return { key, secret, as: bearer(secret), current: key.secrets[0]?.mark ?? "" };
}

export const event = (seed: number, visit: object = {}) => ({
  AutoChargedEvent: buildEvent({ seed, visit }),
});
export const withheld = {
  audit: { canAutoCharge: false, withholdReason: "Charge 2 is linked to no diagnosis" },
};
export const charge = (seed: number, headers: Record<string, string>, visit: object = {}) =>
  ask("chargeVisit", event(seed, visit), headers);

export async function trail() {
  const rows = await server.store.db.selectFrom("audit_entry").selectAll().orderBy("seq").execute();
  return rows.map(({ actor, action, subject }) => [actor, action, subject]);
}
