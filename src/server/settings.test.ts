import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { masterKeys } from "./vault/open-vault.ts";
import { readSettings, settingList, helpText } from "./settings.ts";
import { settingsWithoutEffect } from "./settings-without-effect.ts";

describe("a wrong setting", () => {
  const wrong: [string, string, string][] = [
    ["PORT", "x", "PORT must be a whole number from 0 to 65535, not 'x'."],
    ["PORT", "65536", "PORT must be a whole number from 0 to 65535, not '65536'."],
    ["BASE_PATH", "a b", "BASE_PATH must be a path such as /24_5, not 'a b'."],
    ["MAX_BODY_BYTES", "64 miles", "MAX_BODY_BYTES must be a size such as 64 KiB or 8 MiB, not '64 miles'."],
    ["OPEN_AUTO_CHARGE", "maybe", "OPEN_AUTO_CHARGE must be yes or no, not 'maybe'."],
    ["SESSION_HOURS", "0", "SESSION_HOURS must be a whole number from 1 to 2160, not '0'."],
    ["UPSTREAM_URL", "ftp://x", "UPSTREAM_URL must be an http or https address, not 'ftp://x'."],
    [
      "CLINIC_TIME_ZONE",
      "new york",
      "CLINIC_TIME_ZONE must be a time zone such as America/New_York, not 'new york'.",
    ],
    [
      "OPENID_PROVIDERS",
      "desk, Logout",
      "OPENID_PROVIDERS must be names of letters and digits, other than credentials, digest and logout, not 'desk, Logout'.",
    ],
    ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, not 'loud'."],
  ];
  it.each(wrong)("%s=%s is named in one sentence", (variable, text, sentence) => {
    expect(() => readSettings({ [variable]: text })).toThrow(sentence);
  });

  it.each([
    ["DATABASE_URL", "mysql://root:secret@db"],
    ["FIRST_USER", "casey"],
    ["FIRST_USER", ":secret password:"],
    ["DATA_KEY", "secret"],
    ["DATA_KEY", `secret${Buffer.alloc(32).toString("base64")}`],
    ["DATA_KEY", Buffer.alloc(32, "secret").toString("hex")],
    ["FIRST_USER", "casey:secret:casey@direct.example"],
    ["FIRST_USER", "c\u0430sey:secret password:"],
  ])("%s is named without what it holds", (variable, text) => {
    expect(() => readSettings({ [variable]: text })).toThrow(new RegExp(`^${variable} must be`));
    expect(() => readSettings({ [variable]: text })).not.toThrow(/secret/);
  });

  it.each([
    ["casey:password 1:a@b.example;CASEY:password 2:", "the name CASEY"],
    ["casey:password 1:a@b.example;robin:password 2:A@B.example", "the address A@B.example"],
  ])("a name or address given twice is told: %s", (text, what) => {
    expect(() => readSettings({ FIRST_USER: text })).toThrow(`FIRST_USER gives ${what} twice.`);
  });

  it("nearly spelt is told with the one meant", () => {
    const near = ["SECOND_FACTORS", "DATABSE_URL", "BACKUPFOLDER", "data_key"];
    const far = ["HOME", "PORTS", "PATH", "SECOND_FACTOR", "OPENID_DESK_ISSUER", "BACKUP_FOLDER_OLD"];
    expect(settingsWithoutEffect(Object.fromEntries([...near, ...far].map((name) => [name, "x"])))).toEqual(
      ["SECOND_FACTOR", "DATABASE_URL", "BACKUP_FOLDER", "DATA_KEY"].map(
        (meant, at) => `${near[at]} is not a setting and has no effect. Did you mean ${meant}?`,
      ),
    );
  });

  it("without the one it needs is told", () => {
    const alone = {
      BACKUP_KEEP: "3",
      TRAIL_EXPORT_FOLDER: "/trail",
      TRAIL_KEEP_DAYS: "0",
      DIGEST_MD5: "yes",
      DIGEST: "no",
      READ_DATABASE_URL: "postgres://replica/db",
      DATABASE_URL: "file:a.db",
    };
    expect(settingsWithoutEffect(readSettings(alone).environment)).toEqual([
      "BACKUP_KEEP has no effect without BACKUP_FOLDER.",
      "TRAIL_EXPORT_FOLDER has no effect without TRAIL_KEEP_DAYS.",
      "DIGEST_MD5 has no effect without DIGEST=yes.",
      "READ_DATABASE_URL has no effect without DATABASE_URL=postgres://….",
    ]);
    const whole = {
      ...alone,
      BACKUP_FOLDER: "/backups",
      TRAIL_KEEP_DAYS: "90",
      DIGEST: "YES",
      DATABASE_URL: "postgres://db/db",
    };
    expect(settingsWithoutEffect(readSettings(whole).environment)).toEqual([]);
    expect(settingsWithoutEffect({ DIGEST_MD5: "no", BACKUP_HOURS: " " })).toEqual([]);
  });

  it("of an earlier version is told, and read by nothing", () => {
    const upgraded = { MAX_BODY_DEPTH: "deep", COMMON_PASSWORDS_FILE: "/nowhere", LOG_LEVEL: "warn" };
    expect(settingsWithoutEffect(readSettings(upgraded).environment)).toEqual(
      ["MAX_BODY_DEPTH", "COMMON_PASSWORDS_FILE"].map(
        (name) => `${name} is no longer a setting and has no effect. You can remove it.`,
      ),
    );
  });

  it("may be a file that holds no key, or none", () => {
    for (const path of ["/dev/null", "/nowhere/key"])
      expect(() => masterKeys({ dataKeyFile: path })).toThrow("DATA_KEY_FILE names");
    const both = { DATA_KEY: randomBytes(32).toString("hex"), DATA_KEY_FILE: "key" };
    expect(() => readSettings(both)).toThrow("must not be given together");
    for (const form of ["hex", "base64", "base64url"] as const)
      expect(readSettings({ DATA_KEY: randomBytes(32).toString(form) }).dataKey).toHaveLength(1);
  });

  it("may be a pair of which one is missing", () => {
    expect(() => readSettings({ TLS_CERT: "a.pem" })).toThrow("TLS_CERT and TLS_KEY must be given together.");
  });
});

describe("settings", () => {
  it("have defaults, also for empty variables", () => {
    expect(readSettings({ PORT: "", HOST: " " })).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      databaseUrl: "file:data/console.db",
      basePath: "",
      sessionIdleMinutes: 30,
      sessionHours: 12,
      rememberMeDays: 14,
      messageBytes: 64 * 1024 ** 2,
      chargeBytes: 8 * 1024 ** 2,
      bodyBytes: 64 * 1024,
      openAutoCharge: false,
    });
  });

  it("read users with colons in passwords, addresses or none", () => {
    const { firstUser } = readSettings({
      FIRST_USER: "casey:pass:word:casey@direct.example; robin:p@ssword;alex:a secret:",
    });
    expect(firstUser).toEqual([
      { userName: "casey", password: "pass:word", address: "casey@direct.example" },
      { userName: "robin", password: "p@ssword" },
      { userName: "alex", password: "a secret" },
    ]);
  });

  it("read sizes, lists and paths", () => {
    const settings = readSettings({
      MAX_CHARGE_BYTES: "16 MiB",
      ALLOWED_ORIGINS: "https://a.example, https://b.example:8443",
      BASE_PATH: "/24_5/",
      TRUST_PROXY: "10.0.0.0/8",
    });
    expect(settings.chargeBytes).toBe(16 * 1024 ** 2);
    expect(settings.allowedOrigins).toEqual(["https://a.example", "https://b.example:8443"]);
    expect(settings.basePath).toBe("/24_5");
    expect(settings.trustProxy && settings.trustProxy("10.1.2.3", 0)).toBe(true);
  });

  it("stand in the help, each of them, on two screens", () => {
    for (const { variable } of Object.values(settingList)) expect(helpText()).toContain(`  ${variable} `);
    const lines = helpText().split("\n");
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });
});
