import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testCertificate, testKey } from "#room/server/direct/test-certificate.ts";
import { readSettings } from "#room/server/settings.ts";
import { startTestServer } from "#room/server/test-server.ts";
import { checkCertificateFiles } from "./start-checks.ts";

test("Health says what would stop the next start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "console-start-"));
  const at = (name: string) => join(folder, name);
  const key = randomBytes(32).toString("base64");
  writeFileSync(at("key"), key);
  const server = await startTestServer({
    DATA_KEY_FILE: at("key"),
    BACKUP_FOLDER: at("backups"),
  });
  await server.store.users.change("robin", { role: "auditor" });
  const session = await server.signIn("robin");
  const actOf = async (name: string) => {
    const { body } = await server.post("/json/reply/HealthRequest", {}, { "x-ss-id": session });
    // The response schema guarantees it.
    return (body["checks"] as { name: string; act?: string }[]).find((check) => check.name === name)?.act;
  };
  expect(await actOf("Data encryption")).toBeUndefined();
  writeFileSync(at("key"), randomBytes(32).toString("base64"));
  expect(await actOf("Data encryption")).toContain("encrypted with another key");
  rmSync(at("key"));
  expect(await actOf("Data encryption")).toContain("DATA_KEY_FILE names a file that cannot be read");
  writeFileSync(at("key"), key);
  expect(await actOf("Data encryption")).toBeUndefined();
  rmSync(at("backups"), { recursive: true, force: true });
  writeFileSync(at("backups"), "a file");
  expect(await actOf("Backup folder")).toContain("No backup can be written");
  await server.stop();
  rmSync(folder, { recursive: true });
});

test("a certificate without its key would stop the start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "console-start-"));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(cert, testCertificate);
  writeFileSync(key, testKey);
  const parts = { settings: readSettings({ TLS_CERT: cert, TLS_KEY: key }), now: () => new Date() };
  expect((await checkCertificateFiles(parts))?.value).not.toBe("cannot be used");
  writeFileSync(key, "no key");
  expect((await checkCertificateFiles(parts))?.act).toContain("would not start again");
  rmSync(folder, { recursive: true });
});
