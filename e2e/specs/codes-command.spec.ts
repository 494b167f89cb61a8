import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { icd9Titles, mapping9, year2025, year2026 } from "#room/server/codes/test-code-files.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("a server of ours");

const command = join(import.meta.dirname, "..", "..", "dist", "server", "codes.js");

test("the codes command refuses broken files and imports good ones", async () => {
  const server = new ServerProcess();
  const codes = (...words: string[]) =>
    spawnSync(process.execPath, [command, ...words], {
      cwd: server.folder,
      encoding: "utf8",
      env: { ...process.env, DATABASE_URL: `file:${server.databaseFile}` },
    });
  const put = (name: string, bytes: Uint8Array | string) => {
    const path = join(server.folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  try {
    await server.start();
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    const onStarter = await wire.post("verifyDiagnosis", { code: "G35", svcDate: "2026-01-01" });
    expect(onStarter.status).toBe(404);
    expect(codes("import", "nowhere.txt").stderr).toContain("nowhere.txt");
    const text = Buffer.from(year2026.bytes).toString("latin1");
    const cut = codes("import", put(year2026.name, text.slice(0, -60)));
    expect(cut.status).toBe(1);
    expect(cut.stderr).toContain("line 13: the file is cut off here");
    const trial = codes("import", "--year", "2026", "--dry-run", put("codes.txt", text));
    expect(trial.stdout).toContain("Nothing was stored");
    expect(codes("list").stdout).toContain("ICD-10-CM starter set");

    const files = [year2025, year2026, icd9Titles, mapping9].map(({ name, bytes }) => put(name, bytes));
    const done = codes("import", "--even-if-cut", ...files);
    expect(done.stderr).not.toContain("refused");
    expect(done.stdout).toContain("Imported ICD-10-CM FY2026");

    // The server checks the version a few times a second.
    await expect
      .poll(async () => (await wire.post("verifyDiagnosis", { code: "G35", svcDate: "2026-01-01" })).body)
      .toMatchObject({ isValid: true, code: { isChargeable: false } });
    const before = await wire.call("verifyDiagnosis", { code: "g35", svcDate: "2025-09-30" });
    expect(before.code?.isChargeable).toBe(true);
  } finally {
    await server.dispose();
  }
});
