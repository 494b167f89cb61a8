import { createServer, type RequestListener } from "node:http";
import { Provider } from "oidc-provider";
import { afterAll, beforeAll, vi } from "vitest";
import { linkIdentity } from "./identities.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

export let server: TestServer;
let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
const host = createServer((request, response) => void listener(request, response));

/** A real provider on its own port; its form determines who signs in. */
function startProvider(issuer: string, redirect: string): void {
  // The provider warns about its development keys, which are fine in a test.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "console",
        client_secret: "a secret of the client",
        redirect_uris: [redirect],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    cookies: { keys: ["a key of the test"] },
  });
  provider.on("server_error", (_context, error) => process.stderr.write(`${error.stack}\n`));
  listener = provider.callback();
}

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void host.close());

/** The URL of the provider, which is listening by then. */
function issuerHere(): string {
  const address = host.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** A server, and the provider that redirects browsers back to it. */
export async function startBoth(databaseUrl: string): Promise<void> {
  const issuer = issuerHere();
  const settings = {
    OPENID_PROVIDERS: "Desk",
    OPENID_DESK_ISSUER: issuer,
    OPENID_DESK_CLIENT_ID: "console",
    OPENID_DESK_CLIENT_SECRET: "a secret of the client",
    OPENID_DESK_LABEL: "the front desk",
  };
  server = await startTestServer(settings, { databaseUrl });
  // The tests' clock stands still; the provider's runs.
  server.clock.now = Date.now();
  startProvider(issuer, `${server.url}/sign-in/callback`);
}

/** A browser at the provider: follows redirects, fills in forms, and stops at the return to the console. */
export async function signInThere(
  address: string,
  login: string,
  cookies = new Map<string, string>(),
): Promise<URLSearchParams> {
  let url = new URL(address);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(form ? { method: "POST", body: form } : {}),
    });
    form = undefined;
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location !== null) {
      url = new URL(location, url);
      if (url.pathname === "/sign-in/callback") return url.searchParams;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined)
      throw new Error(`The provider answered ${answer.status}`);
    url = new URL(action, url);
    form = new URLSearchParams({ prompt, login, password: "any" });
  }
  throw new Error("The provider never came back");
}

export async function begin(body: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const answer = await server.post("/auth", { provider: "desk", ...body }, headers);
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  return { ...answer, cookie, address: String(answer.body["referrerUrl"]) };
}

export async function finish(back: URLSearchParams, cookie: string, changes: Record<string, string> = {}) {
  const state = back.get("state") ?? "";
  const members = { provider: "desk", state, oauth_token: state, oauth_verifier: back.get("code") ?? "" };
  return server.post("/auth", { ...members, ...changes }, cookie === "" ? {} : { cookie });
}

export async function link(name: string, subject: string): Promise<void> {
  const user = await server.store.users.find(name);
  const issuer = issuerHere();
  await linkIdentity(server.store, { issuer, subject, userId: user?.userId ?? 0 });
}

export function errorCode(body: Record<string, unknown>): unknown {
  return Reflect.get(Object(body["responseStatus"]), "errorCode");
}
