import { afterEach, beforeEach } from "vitest";
import { registry } from "#room/contract/registry.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

export let server: TestServer;
export let casey: Record<string, string>;
export let robin: Record<string, string>;

export async function signInCasey(): Promise<void> {
  casey = { authorization: `Bearer ${await server.signIn("casey")}` };
}

/** A server for each test of a file. */
export function serverOfEach(): void {
  beforeEach(async () => {
    server = await startTestServer();
    await signInCasey();
    robin = { authorization: `Bearer ${await server.signIn("robin")}` };
  });
  afterEach(() => server.stop());
}

type Key = keyof typeof registry;

export async function ask(key: Key, request: object, as = casey) {
  const { status, body } = await server.post(`/json/reply/${registry[key].name}`, request, as);
  return { status, body, refusal: findRefusal(body) };
}

export const withheld = { canAutoCharge: false, withholdReason: "Charge 2 is linked to no diagnosis" };

export function charge(seed: number, audit: object = {}, visit: object = {}, as = casey) {
  const event = buildEvent({ seed, audit, visit });
  return ask("chargeVisit", { AutoChargedEvent: event }, as);
}

export const visitId = buildGuid(2, 1);
