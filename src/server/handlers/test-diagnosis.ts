import { afterEach, beforeEach } from "vitest";
import { codesOf } from "#room/server/codes/codes.ts";
import { importCodeFiles } from "#room/server/codes/import-code-files.ts";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

export const procedures = { kind: "starter", codeSystemName: "HCPCS" };
export const onlyStarters = [{ kind: "starter", codeSystemName: "ICD-10-CM" }, procedures];
export let server: TestServer;
let session: Record<string, string>;

/** A server for each test of a file. */
export function serverOfEach(): void {
  beforeEach(async () => {
    server = await startTestServer();
    await signIn();
  });
  afterEach(() => server.stop());
}

/** The user whose session later calls use. */
export async function signIn(...words: Parameters<TestServer["signIn"]>): Promise<void> {
  session = { "x-ss-id": await server.signIn(...words) };
}

export function call(operation: string, body: Record<string, unknown>) {
  return server.post(`/json/reply/${operation}`, body, session);
}

export function verify(body: Record<string, unknown>) {
  return call("DiagnosisVerifyRequest", body);
}

export async function load(...files: PlainFile[]) {
  const now = () => new Date(server.clock.now);
  await importCodeFiles(codesOf(server.store), files, { by: "test", now, mayBeCut: true });
}
