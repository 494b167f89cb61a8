import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { JsonServiceClient } from "@servicestack/client";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { transformWithOxc } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keysOf } from "#room/contract/keys-of.ts";
import { readJson } from "#room/contract/written-json.ts";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { samples } from "#room/contract/samples.ts";
import { passwordOfCasey, startTestServer } from "#room/server/test-server.ts";
import { programOperation } from "#room/contract/program-operations.ts";
import { openApi } from "./openapi.ts";
import { wireSchemas } from "./wire-schemas.ts";
import { pathsOf } from "#room/server/http/operation-routes.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "description-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function read(path: string) {
  const { status, text, headers } = await server.send(path, { method: "GET" });
  expect(status, path).toBe(200);
  return { text, headers };
}

test("OpenAPI passes its validator and names every operation", async () => {
  const { text, headers } = await read("/openapi.json");
  expect(headers["content-type"]).toContain("application/json");
  const { valid, errors } = await new Validator().validate(readJson(text) as Record<string, unknown>);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const { paths } = openApi({ server: "" });
  expect(Object.values(paths).map(({ post }) => post.operationId)).toEqual(
    keysOf(samples).map((key) => registry[key].name),
  );
  for (const [index, path] of Object.keys(paths).entries())
    expect(pathsOf(keysOf(samples)[index] ?? "authenticate")).toContain(path);
});

test("every operation says what it does and who may", () => {
  for (const { post } of Object.values(openApi({ server: "" }).paths)) {
    expect(post.summary, post.operationId).toMatch(/^[A-Z].{10}/);
    expect(post.description, post.operationId).toMatch(/Anyone may call it|Needs a (?:person’s )?session/);
  }
});

test("a member says what it is in its own operation", () => {
  const schemas = wireSchemas();
  const said = (name: string, member: string) => schemas[name]?.properties?.[member]?.description ?? "";
  expect(said("EndKeyRequest", "secret")).toMatch(/old secret to end/);
  expect(said("AddKeyResponse", "secret")).not.toMatch(/old secret/);
  expect(said("GetMessageResponse", "email")).toMatch(/as received/);
  expect(said("SendMessageRequest", "email")).not.toMatch(/as received/);
});

test("a key is asked for where one can be made", () => {
  const posts = Object.values(openApi({ server: "" }).paths).map(({ post }) => post);
  for (const { operationId, security, description } of posts) {
    const isForKeys = programOperation(operationId) !== undefined;
    const asks = [security.some((each) => "key" in each), description.includes("a program’s key")];
    expect(asks, operationId).toEqual([isForKeys, isForKeys]);
  }
});

test("every example fits the schema that describes it", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: "api", ...openApi({ server: "" }) });
  for (const key of operationKeys) {
    const check = ajv.getSchema(`api#/components/schemas/${registry[key].name}`);
    expect(check?.(samples[key]), `${key}: ${ajv.errorsText(check?.errors)}`).toBe(true);
  }
  const event = ajv.getSchema("api#/components/schemas/BillingAutoChargeChargeVisitRequest");
  expect(event?.({ AutoChargedEvent: { eventId: 7 } })).toBe(false);
});

test("the page lists every operation, without inline code", async () => {
  const { text, headers } = await read("/metadata");
  expect(headers["content-security-policy"]).toContain("script-src 'self'");
  const sections = text.matchAll(/<section id="(\w+)" class="operation">/g);
  expect(Array.from(sections, ([, name]) => name)).toEqual(keysOf(samples).map((key) => registry[key].name));
  expect(text).toContain("must be above 0".replace("must", "Must"));
  expect(text).not.toMatch(/<script(?! src=)|<style|\son\w+=/);
  await read("/metadata.js");
  await read("/metadata.css");
});

test("ServiceStack’s client sends the generated classes", { timeout: 60_000 }, async () => {
  const { text } = await read("/types/typescript");
  // What its tools look for before they keep the file.
  expect(text).toMatch(/^\/\* Options:\n[\s\S]*\nBaseUrl: http:\/\/127\.0\.0\.1:\d+\n/);
  const file = join(folder, "console.dtos.ts");
  await writeFile(file, text);
  const tsc = join(import.meta.dirname, "../../../node_modules/.bin/tsc");
  const strict = ["--noEmit", "--strict", "--ignoreConfig", "--target", "es2022", file];
  await promisify(execFile)(tsc, strict, { cwd: folder });

  const built = join(folder, "console.dtos.mjs");
  await writeFile(built, (await transformWithOxc(text, file)).code);
  const types = await import(/* @vite-ignore */ pathToFileURL(built).href);
  const client = new JsonServiceClient(server.url);
  const session = await client.post<{ sessionId: string; userName: string }>(
    new types.Auth({ provider: "credentials", userName: "casey", password: passwordOfCasey }),
  );
  expect(session.userName).toBe("casey");
  client.headers.set("X-ss-id", session.sessionId);
  const charged = await client.post<{ result: boolean }>(
    new types.BillingAutoChargeChargeVisitRequest(samples.chargeVisit),
  );
  expect(charged.result).toBe(true);
  const { visits } = await client.post<{ visits: { state: string }[] }>(
    new types.ListVisitsRequest({ states: ["charged"] }),
  );
  expect(visits.map(({ state }) => state)).toEqual(["charged"]);
});

test("the description stands beneath the base path", async () => {
  const based = await startTestServer({ BASE_PATH: "/24_5" });
  try {
    const { status, text } = await based.send("/24_5/metadata", { method: "GET" });
    expect(status).toBe(200);
    expect(text).toContain('src="/24_5/metadata.js"');
    expect((await based.send("/metadata", { method: "GET" })).status).toBe(404);
  } finally {
    await based.stop();
  }
});
