import { refusalOf } from "#room/server/test-refusal.ts";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { year2025, year2026 } from "#room/server/codes/test-code-files.ts";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";
import { passwordOfCasey } from "#room/server/test-server.ts";
import { server, signIn, call, onlyStarters, load, procedures, serverOfEach } from "./test-diagnosis.ts";

serverOfEach();

describe("sets and their import from a browser", () => {
  const fileOf = ({ name, bytes }: PlainFile) => ({
    fileName: name,
    base64: Buffer.from(bytes).toString("base64"),
  });
  const upload = { files: [fileOf(year2026)] };

  async function asImporter() {
    await server.store.users.change("casey", { rights: ["import-codes"] });
    await signIn("casey", passwordOfCasey);
  }

  it("is refused without the right, which the page knows", async () => {
    expect((await call("CodeSetsRequest", {})).body).toMatchObject({ mayImport: false });
    const { status, body } = await call("ImportCodeSetRequest", upload);
    expect(status).toBe(403);
    expect(refusalOf(body).errorCode).toBe("Forbidden");
  });

  it("refuses a broken file whole, with its lines", async () => {
    await asImporter();
    const text = Buffer.from(year2026.bytes).toString("latin1").replace("G35D    1", "G35D    3");
    const broken = fileOf({ name: year2026.name, bytes: Buffer.from(text, "latin1") });
    const notes = fileOf({ name: "notes.txt", bytes: Buffer.from("Dear all") });
    const files = [fileOf(year2025), broken, notes];
    const { status, body } = await call("ImportCodeSetRequest", { files, mayBeCut: true });
    expect(status).toBe(400);
    const messages = refusalOf(body).errors.map(({ message }) => message);
    expect(messages[0]).toMatch(/^icd10cm_order_2026\.txt, line 6: column 15/);
    expect(messages[1]).toMatch(/^notes\.txt: is not an ICD-10-CM order file/);
    expect((await call("CodeSetsRequest", {})).body["sets"]).toMatchObject(onlyStarters);
  });

  it("previews changes without making them, then imports the same", async () => {
    await asImporter();
    await load(year2025);
    const packed = {
      files: [fileOf({ name: `${year2026.name}.gz`, bytes: gzipSync(year2026.bytes) })],
      mayBeCut: true,
    };
    const dry = await call("ImportCodeSetRequest", { ...packed, dryRun: true });
    const counts = {
      comparedWith: "ICD-10-CM FY2025",
      added: 2,
      removed: 2,
      revised: 1,
      turnedIntoHeaders: 1,
      turnedBillable: 0,
    };
    expect(dry.body).toMatchObject({ isStored: false, changes: [counts] });
    const before = (await call("CodeSetsRequest", {})).body;
    const real = await call("ImportCodeSetRequest", packed);
    expect(real.body).toMatchObject({ isStored: true, changes: [counts] });
    const after = (await call("CodeSetsRequest", {})).body;
    expect(after["version"]).not.toBe(before["version"]);
    expect(after["sets"]).toMatchObject([
      { name: "ICD-10-CM FY2025" },
      { name: "ICD-10-CM FY2026", billable: 7, headers: 6, origin: year2026.name, importedBy: "casey" },
      procedures,
    ]);
  });

  it("previews what replaces the starter set, and refuses half files", async () => {
    await asImporter();
    const dry = await call("ImportCodeSetRequest", { ...upload, dryRun: true });
    expect(dry.body["changes"]).toMatchObject([
      {
        comparedWith: "ICD-10-CM starter set",
        endsStarterSet: true,
        doubt: expect.stringContaining("the official file has more than 90,000"),
      },
    ]);
    const { status, body } = await call("ImportCodeSetRequest", upload);
    expect(status).toBe(400);
    expect(refusalOf(body).errors[0]?.message).toContain("may be cut short");
    expect((await call("CodeSetsRequest", {})).body["sets"]).toMatchObject(onlyStarters);
  });

  it("asks before most of the clinic’s own list goes", async () => {
    await asImporter();
    const csv = (name: string, codes: readonly number[]) => ({
      files: [
        fileOf({
          name,
          bytes: Buffer.from(`code,name\n${codes.map((code) => `${code},Visit`).join("\n")}\n`),
        }),
      ],
    });
    const list = csv("cpt.csv", [99202, 99203, 99204, 99213, 99214]);
    expect((await call("ImportCodeSetRequest", list)).body).toMatchObject({ isStored: true });
    // A fee schedule has codes and names, too.
    const { status, body } = await call("ImportCodeSetRequest", csv("fees.csv", [99213]));
    expect([status, refusalOf(body).errors[0]?.message]).toEqual([
      400,
      expect.stringContaining("It would remove 4 of the 5 codes of CPT list of this clinic."),
    ]);
    const fewer = csv("cpt.csv", [99202, 99203, 99204]);
    expect((await call("ImportCodeSetRequest", fewer)).body).toMatchObject({ isStored: true });
  });

  it("warns of the starter, today's and October's missing sets", async () => {
    const warnings = async (now: string) => {
      server.clock.now = Date.parse(now);
      await signIn();
      return ((await call("CodeSetsRequest", {})).body["warnings"] as string[]).join(" ");
    };
    expect(await warnings("2026-11-02T00:00:00Z")).toContain("starter set");
    await load(year2026);
    expect(await warnings("2026-09-30T23:00:00Z")).toContain("ICD-10-CM FY2027 takes effect on 10/01/2026");
    expect(await warnings("2026-05-01T00:00:00Z")).toBe("");
    expect(await warnings("2026-10-01T00:00:00Z")).toContain(
      "ICD-10-CM FY2027 is not loaded. Codes cannot be checked",
    );
  });
});
