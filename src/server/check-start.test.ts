import { describe, expect, it } from "vitest";
import { checkStart } from "./check-start.ts";
import { readSettings } from "./settings.ts";
import { startTestServer } from "./test-server.ts";

const itself = "which is this server itself";

describe("a start is refused, naming the setting, with", () => {
  it.each<[what: string, env: Record<string, string>, sentence: string]>([
    ["plain HTTP for others", { HOST: "0.0.0.0" }, "HOST is 0.0.0.0, which others can reach"],
    [
      "itself as the service behind it",
      { PORT: "4799", UPSTREAM_URL: "http://localhost:4799" },
      `UPSTREAM_URL is http://localhost:4799, ${itself}`,
    ],
    [
      "itself on every address as that service",
      { HOST: "0.0.0.0", PORT: "4799", ALLOW_PLAIN_HTTP: "yes", UPSTREAM_URL: "http://127.0.0.1:4799" },
      `UPSTREAM_URL is http://127.0.0.1:4799, ${itself}`,
    ],
    [
      "its public address as that service",
      { PUBLIC_URL: "https://visits.example/", UPSTREAM_URL: "https://visits.example" },
      `UPSTREAM_URL is https://visits.example, ${itself}`,
    ],
    [
      "an unusable backup folder",
      { BACKUP_FOLDER: "/proc/none" },
      "BACKUP_FOLDER names the folder /proc/none",
    ],
    [
      "an unusable folder of old entries",
      { TRAIL_EXPORT_FOLDER: "/proc/none" },
      "TRAIL_EXPORT_FOLDER names the folder /proc/none",
    ],
  ])("%s", (_what, env, sentence) => {
    expect(() => checkStart(readSettings(env))).toThrow(sentence);
  });

  it.each<[what: string, env: Record<string, string>, sentence: string]>([
    ["no certificate", { TLS_CERT: "/none", TLS_KEY: "/none" }, "TLS_CERT must name a file that can be read"],
    [
      "a wrong certificate",
      { TLS_CERT: import.meta.filename, TLS_KEY: import.meta.filename },
      "TLS_CERT and TLS_KEY must be a certificate",
    ],
    ["a provider without issuer", { OPENID_PROVIDERS: "desk" }, "OPENID_DESK_ISSUER must be given"],
  ])("%s", async (_what, env, sentence) => {
    await expect(startTestServer(env)).rejects.toThrow(sentence);
  });

  it.each([
    ["a folder that cannot be", "file:/proc/none/a.db", "DATABASE_URL names the file /proc/none/a.db"],
    ["no PostgreSQL there", "postgres://127.0.0.1:1/x", "DATABASE_URL names a database that does not"],
    [
      "several hosts of PostgreSQL",
      "postgres://a:b,c@127.0.0.1:1,127.0.0.1:2/x",
      "DATABASE_URL names several hosts; give one address",
    ],
  ])("%s", async (_what, databaseUrl, sentence) => {
    await expect(startTestServer({}, { databaseUrl })).rejects.toThrow(sentence);
  });
});

it("another program on the port is no fault", () => {
  const env = { HOST: "192.0.2.1", ALLOW_PLAIN_HTTP: "yes", PORT: "4799" };
  expect(() => checkStart(readSettings({ ...env, UPSTREAM_URL: "http://127.0.0.1:4799" }))).not.toThrow();
});
