import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operationKeys } from "#room/contract/registry.ts";
import { startTestServer, type RawRequest, type TestServer } from "#room/server/test-server.ts";
import { pathsOf } from "./operation-routes.ts";

let server: TestServer;
let sessionId: string;
beforeAll(async () => {
  server = await startTestServer({ SIGN_IN_FAILURES_PER_ADDRESS: "1000000" });
  sessionId = await server.signIn();
});
afterAll(() => server.stop());

const paths = operationKeys.flatMap(pathsOf).map((path) => path.replace(":provider", "x"));
const members = [
  "AutoChargedEvent eventId visitCharged visitId practiceId charges cpt modifier quantity charge currency amount",
  "diagnosis payments audit rulesLogs createdDate email to from cc attachments base64 sessionKey loggedInUser code",
  "codeSystemName svcDate provider userName password continue nonce state query limit messageId fileName __proto__",
]
  .join(" ")
  .split(" ");

const oddText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "",
    "0",
    "null",
    "\u0000",
    "\ud800",
    "-1",
    "0001-01-01T00:00:00",
    "' or 1=1 --",
    "\u2028",
    "{}",
  ),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    oddText,
    fc.double(),
    fc.integer(),
    fc.constantFrom(null, true, false),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...members), tie("value"), { maxKeys: 6 }),
  ),
}));
const deep = fc
  .tuple(fc.constantFrom("[", '{"a":', '{"AutoChargedEvent":'), fc.integer({ min: 60, max: 20_000 }))
  .map(([part, count]) => part.repeat(count));
const broken = fc
  .tuple(fc.json(), fc.nat(), oddText)
  .map(([json, at, text]) => json.slice(0, at % (json.length + 1)) + text + json.slice((at % 7) + 1));
const body: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: value.map((json) => JSON.stringify(json) ?? "") },
  { weight: 2, arbitrary: broken },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 70_000 }).map((size) => `"${"x".repeat(size)}"`) },
);
const headers = fc.record(
  {
    "content-type": fc.constantFrom(
      "application/json",
      "text/plain",
      "application/json; charset=latin1",
      "multipart/form-data",
      ";",
      "a/b/c",
    ),
    "content-encoding": fc.constantFrom("gzip", "br", "identity", "?"),
    accept: fc.constantFrom("*/*", "text/html", ",,,"),
    cookie: fc.constantFrom("ss-id", "ss-id=", "=;=", `ss-id=${"x".repeat(500)}`, ";;;", "ss-id=%00"),
    authorization: fc.constantFrom("Bearer", "Bearer  ", "Basic x", "Bearer \u00ff"),
    origin: fc.constantFrom("null", "http://", "https://evil.example", "::"),
    host: fc.constantFrom("", "[", "a b", "x:99999", "evil.example"),
    "x-forwarded-for": fc.constantFrom("1.2.3.4", ",,", "::"),
  },
  { requiredKeys: [] },
);
const query = fc.oneof(
  fc.constantFrom(
    "",
    "?",
    "?callback=f",
    "?callback=f(",
    "?format=xml",
    "?callback=a&callback=b",
    "?%",
    "?callback=%00",
  ),
  oddText.map((text) => `?callback=${encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ""))}`),
);
const request = fc.record({
  path: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...paths) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "/",
        "/%",
        "/json/reply/%ff",
        "/api/%2e%2e",
        "/auth/%00",
        "//",
        "/json/reply/__proto__",
      ),
    },
  ),
  query,
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant("POST") },
    { weight: 1, arbitrary: fc.constantFrom("GET", "PUT", "OPTIONS", "DELETE", "TRACE", "PROPFIND") },
  ),
  headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  body,
  chunked: fc.boolean(),
  isSignedIn: fc.boolean(),
});

function short(value: unknown): string {
  return JSON.stringify(value).slice(0, 600);
}

async function rowsStored(): Promise<number[]> {
  const tables = ["charged_event", "invoice", "message", "person", "session"] as const;
  const rows = tables.map((table) => server.store.db.selectFrom(table).selectAll().execute());
  return (await Promise.all(rows)).map((list) => list.length);
}

/** Fifty requests each; HOSTILE_RUNS=200 sends ten thousand (`npm run long`). */
const hostileRuns = Number(process.env["HOSTILE_RUNS"] ?? 40);

it(
  "answers thousands of hostile requests without a 5xx or crash",
  { timeout: Math.max(120_000, hostileRuns * 3000) },
  async () => {
    const before = await rowsStored();
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 50, maxLength: 50 }), async (batch) => {
        const answers = await Promise.all(
          batch.map((one) => {
            const session: Record<string, string> = one.isSignedIn ? { "x-ss-id": sessionId } : {};
            const sent: RawRequest = { ...one, headers: { ...one.headers, ...session } };
            return server.send(one.path + one.query, sent).catch((error: NodeJS.ErrnoException) => error);
          }),
        );
        for (const [index, answer] of answers.entries()) {
          // A connection cut during a body that is refused for its length counts as an answer too.
          if (answer instanceof Error)
            expect(answer.code, short(batch[index])).toMatch(/ECONNRESET|EPIPE|ERR_INVALID_CHAR/);
          else expect(answer.status, short(batch[index])).toBeLessThan(500);
        }
      }),
      { numRuns: hostileRuns, endOnFailure: true },
    );
    expect(await rowsStored()).toEqual(before);
    expect((await server.post("/auth", {}, { "x-ss-id": sessionId })).status).toBe(200);
  },
);
