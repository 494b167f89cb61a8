import { registry } from "#room/contract/registry.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { TOTP } from "otpauth";
import { afterEach, beforeEach, expect } from "vitest";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";

export let server: TestServer;
async function start(options: { databaseUrl?: string } = {}): Promise<void> {
  const settings = { PUBLIC_URL: "http://localhost:8080", SECOND_FACTOR: "administrator" };
  server = await startTestServer(settings, options);
  await server.store.users.change("robin", { role: "administrator" });
}
/** A server for each test of a file. */
export function serverOfEach(): void {
  beforeEach(() => start());
  afterEach(() => server.stop());
}

/** A server whose store is a file: its statements of several requests alternate, as they do in use. */
export async function startOnFile(path: string): Promise<void> {
  await server.stop();
  await start({ databaseUrl: `file:${path}` });
}

export const minute = 60_000;
export const credentials = (userName: string) => ({
  provider: "credentials",
  userName,
  password: passwordOfCasey,
});

export type Answer = Awaited<ReturnType<TestServer["post"]>>;
export const errorOf = ({ body, status }: Answer) => `${status} ${String(findRefusal(body)?.errorCode)}`;
export const cookieOf = ({ headers }: Answer) =>
  (/ss-factor=[^;]+/.exec(String(headers["set-cookie"])) ?? [""])[0];
export const call = (name: string, body: object, headers: Record<string, string>) =>
  server.post(`/json/reply/${name}Request`, body, headers);
export const by = (sessionId: unknown) => ({ "x-ss-id": String(sessionId) });
export const codeOf = (secret: string, at = server.clock.now) =>
  new TOTP({ secret }).generate({ timestamp: at });

/** Signs in and sets up an app: its secret, the recovery codes, and the session. */
export async function withTotp(userName = "casey") {
  const session = by(await server.signIn(userName));
  const { body } = await call("AddFactor", { kind: "totp" }, session);
  const secret = String(body["secret"]);
  const confirmed = await call("ConfirmFactor", { code: codeOf(secret) }, session);
  expect(confirmed.status).toBe(200);
  server.clock.now += minute;
  return {
    secret,
    session,
    recoveryCodes: registry.confirmFactor.response.parse(confirmed.body).recoveryCodes,
  };
}

/** The first step, which is not enough: the cookie for the second. */
export async function firstStep(userName = "casey", members: object = {}) {
  const answer = await server.post("/auth", { ...credentials(userName), ...members });
  expect(errorOf(answer)).toBe("401 SecondFactorNeeded");
  expect(String(answer.headers["set-cookie"])).not.toContain("ss-id=");
  expect(String(answer.headers["set-cookie"])).toMatch(/ss-factor=[\w-]{32}; Max-Age=300; .*HttpOnly/);
  return { cookie: cookieOf(answer) };
}
