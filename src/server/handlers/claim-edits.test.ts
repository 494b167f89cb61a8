import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { expect, it } from "vitest";
import {
  limitsFile,
  pairsFile,
  smallLimits,
  smallPairs,
} from "#room/server/codes/claim-edits/test-edit-files.ts";
import { procedureSheet, procedureText } from "#room/server/codes/procedures/test-procedure-files.ts";
import type { PlainFile } from "#room/server/codes/unpack-code-file.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer } from "#room/server/test-server.ts";

const visit = [" g0168", "J1885", "A4206", "A6402", "J2001", "99213", "no code"];

describeOnBothEngines("claim edits and procedures", (stores) => {
  async function serverOf() {
    const server = await startTestServer({}, { databaseUrl: await stores.fresh() });
    await server.store.users.change("casey", { rights: ["import-codes"] });
    const session = { "x-ss-id": await server.signIn() };
    const call = (operation: string, body: Record<string, unknown>) =>
      server.post(`/json/reply/${operation}`, body, session);
    const fileOf = ({ name, bytes }: PlainFile) => ({
      fileName: name,
      base64: Buffer.from(bytes).toString("base64"),
    });
    const load = (files: readonly PlainFile[], options: Record<string, unknown> = {}) =>
      call("ImportCodeSetRequest", { files: files.map(fileOf), mayBeCut: true, ...options });
    return { server, call, load };
  }

  it("asks for the notice once, and answers by quarter", async () => {
    const { server, call, load } = await serverOf();
    const none = await call("ClaimEditsRequest", { codes: visit, svcDate: "2026-11-02" });
    expect(none.body).toMatchObject({
      quarter: "2026 Q4",
      hasPairs: false,
      hasLimits: false,
      pairs: [],
      limits: [],
    });

    const packed = {
      name: "ccipra-v323r0-f1.zip",
      bytes: zipSync({ [pairsFile(smallPairs).name]: pairsFile(smallPairs).bytes }),
    };
    const trial = await load([packed], { dryRun: true });
    expect(trial.body).toMatchObject({
      isStored: false,
      changes: [{ set: { name: "NCCI pairs 2026 Q4, file 1", kind: "pairs", billable: 6 }, added: 6 }],
      notice: {
        name: "NCCI",
        text: expect.stringContaining("CPT only copyright 2025 American Medical Association."),
      },
    });
    const unasked = await load([packed]);
    expect([unasked.status, unasked.body["responseStatus"]]).toMatchObject([
      400,
      { errorCode: "NoticeNotAccepted" },
    ]);
    expect((await load([packed], { acceptsNotice: true })).body).toMatchObject({ isStored: true });
    const { body } = await load([
      { ...limitsFile(smallLimits), bytes: gzipSync(limitsFile(smallLimits).bytes) },
    ]);
    expect(body["notice"]).toBeUndefined();
    const sets = await call("CodeSetsRequest", {});
    expect(sets.body["notices"]).toMatchObject([
      {
        name: "NCCI",
        acceptedBy: "casey",
        origin: expect.stringContaining("ccipra-v323r0-f1"),
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);

    const answer = await call("ClaimEditsRequest", { codes: visit, svcDate: "2026-11-02" });
    expect(answer.body).toEqual({
      quarter: "2026 Q4",
      hasPairs: true,
      missingFiles: [2, 3, 4],
      hasLimits: true,
      pairs: [
        {
          column1: "G0168",
          column2: "A6402",
          modifierIndicator: 0,
          inForceFrom: "2020-01-01",
          rationale: "Mutually exclusive procedures",
        },
        {
          column1: "J1885",
          column2: "A4206",
          modifierIndicator: 1,
          inForceFrom: "2020-01-01",
          inForceTo: "2026-11-15",
          rationale: "Mutually exclusive procedures",
        },
      ],
      limits: [
        { code: "G0168", units: 2, adjudicationIndicator: 2, rationale: "Nature of Service/Procedure" },
        { code: "J1885", units: 4, adjudicationIndicator: 3, rationale: "Prescribing Information" },
        { code: "A4206", units: 0, adjudicationIndicator: 2, rationale: "Code Descriptor, bundled" },
      ],
    });
    const earlier = await call("ClaimEditsRequest", { codes: visit, svcDate: "2026-09-30" });
    expect(earlier.body).toMatchObject({ quarter: "2026 Q3", hasPairs: false, pairs: [] });
    // Two quarters side by side, then the first one again with different content.
    await load([
      pairsFile([["G0168", "J2001", "20150101", "20260930", "1"]], { name: "ccipra-v322r0-f1.txt" }),
    ]);
    const beside = await call("ClaimEditsRequest", { codes: visit, svcDate: "2026-09-30" });
    expect(beside.body).toMatchObject({
      quarter: "2026 Q3",
      pairs: [{ column2: "J2001" }],
      hasLimits: false,
    });
    await load([pairsFile([["G0168", "A6402", "20200101", "*", "1"]])]);
    const anew = await call("ClaimEditsRequest", { codes: visit, svcDate: "2026-11-02" });
    expect(anew.body["pairs"]).toMatchObject([{ column1: "G0168", modifierIndicator: 1 }]);
    await server.stop();
  });

  it("stores files of several requests together, or none", async () => {
    const { server, call, load } = await serverOf();
    const uploadId = buildGuid(21, 1);
    const second = pairsFile(smallPairs, { name: "ccipra-v323r0-f2.TXT" });
    const names = async () => (await server.store.codes.list()).map(({ name }) => name);
    await load([pairsFile(smallPairs)], { dryRun: true, uploadId });
    const cut = { ...second, bytes: second.bytes.subarray(0, -60) };
    expect((await load([cut], { dryRun: true, uploadId })).status).toBe(400);
    const whole = await load([second, limitsFile(smallLimits)], { dryRun: true, uploadId });
    expect(whole.body).toMatchObject({
      notice: { name: "NCCI" },
      changes: [
        { set: { name: "NCCI pairs 2026 Q4, file 1" } },
        { set: { name: "NCCI pairs 2026 Q4, file 2" } },
        { set: { name: "NCCI unit limits 2026 Q4" } },
      ],
    });
    expect((await load([second], { dryRun: true, uploadId })).body["responseStatus"]).toMatchObject({
      message: expect.stringContaining("another of these files is NCCI pairs 2026 Q4, file 2 too"),
    });
    expect(await names()).toEqual([]);
    const store = { files: [], uploadId, mayBeCut: true, acceptsNotice: true };
    // Another user's upload, and one that has expired.
    await server.store.users.change("robin", { rights: ["import-codes"] });
    const robin = { "x-ss-id": await server.signIn("robin") };
    const gone = { responseStatus: { errorCode: "UploadGone" } };
    expect((await server.post("/json/reply/ImportCodeSetRequest", store, robin)).body).toMatchObject(gone);
    await load([limitsFile(smallLimits)], { dryRun: true, uploadId: buildGuid(21, 2) });
    expect((await call("ImportCodeSetRequest", { ...store, acceptsNotice: false })).body).toMatchObject({
      responseStatus: { errorCode: "NoticeNotAccepted" },
    });
    expect((await call("ImportCodeSetRequest", store)).body).toMatchObject({ isStored: true });
    expect(await names()).toHaveLength(3);
    expect((await call("ImportCodeSetRequest", store)).body).toMatchObject(gone);
    expect((await call("ImportCodeSetRequest", { files: [] })).status).toBe(400);
    // Of unfinished uploads, the newest four are kept.
    for (let upload = 1; upload <= 6; upload += 1) {
      server.clock.now += 1;
      await load([limitsFile(smallLimits)], { dryRun: true, uploadId: buildGuid(22, upload) });
    }
    const waiting = await server.store.db
      .selectFrom("code_upload")
      .select("upload_id")
      .orderBy("upload_id")
      .execute();
    expect(waiting.map((row) => row.upload_id)).toEqual([3, 4, 5, 6].map((upload) => buildGuid(22, upload)));
    await server.store.codes.forgetUploadedBefore(server.clock.now + 1);
    expect(await server.store.db.selectFrom("code_upload").select("set_name").execute()).toEqual([]);
    await server.stop();
  });

  it("refuses a broken file whole, and files of hospitals", async () => {
    const { server, load } = await serverOf();
    const broken = pairsFile([...smallPairs, ["G0168", "A640", "20200101", "*", "0"]], {
      name: "ccipra-v323r0-f2.TXT",
    });
    const hospital = { ...pairsFile(smallPairs), name: "ccioph-v323r0-f1.TXT" };
    const unnamed = { ...pairsFile(smallPairs), name: "pairs.txt" };
    const { status, body } = await load([pairsFile(smallPairs), broken, hospital, unnamed], {
      acceptsNotice: true,
    });
    expect(status).toBe(400);
    expect(body["responseStatus"]).toMatchObject({
      errors: [
        { message: "ccipra-v323r0-f2.TXT, line 13: column 2, “A640”, is not a procedure code" },
        { message: expect.stringContaining("has the edits of hospitals") },
        {
          message:
            "pairs.txt: its name has no quarter; enter it, such as 2026Q4 (on the command line: --quarter 2026Q4)",
        },
      ],
    });
    expect((await server.store.codes.list()).length).toBe(0);
    const named = await load([unnamed], { acceptsNotice: true, quarter: "2026-Q3" });
    expect(named.body).toMatchObject({
      changes: [{ set: { name: "NCCI pairs 2026 Q3", inForceTo: "2026-09-30" } }],
    });
    await server.stop();
  });

  it("checks procedures by text, workbook and the clinic's list", async () => {
    const { server, call, load } = await serverOf();
    const check = async (svcDate: string, ...codes: string[]) => {
      const { body } = await call("ProcedureCheckRequest", { codes, svcDate });
      // The fields the tests check.
      const procedures = body["procedures"] as { state: string; reason?: string; description?: string }[];
      return procedures.map(({ state }) => state).join(" ");
    };
    // The starter list knows what applied when it was made, and says nothing about codes it lacks.
    expect(await check("2026-09-30", "J1885", "rt", "J9999", "99213")).toBe(
      "valid valid not-checked not-checked",
    );
    expect(await check("2026-11-02", "J1885")).toBe("not-checked");

    const first = await load([
      procedureText("HCPC2026_JUL_ANWEB.txt"),
      {
        name: "cpt.csv",
        bytes: Buffer.from(
          'Code,Name,From,To\n99213,"Office visit, established",,\n99241,Consultation,1/1/2000,12/31/2022\n25,Separate visit,,\n',
        ),
      },
    ]);
    expect(first.body["changes"]).toMatchObject([{ endsStarterSet: true }, {}]);
    expect(await check("2026-09-30", "J1885", "G0168", "A9999", "LT", "ZZ")).toBe(
      "valid ended unknown valid unknown",
    );
    expect(await check("2025-12-31", "G0168", "Q9999", "A9999")).toBe("valid not-yet not-checked");
    const answersOn = async (svcDate: string) => {
      const { body } = await call("ProcedureCheckRequest", { codes: ["J1885"], svcDate });
      return body["procedures"];
    };
    // "Valid" never stands alone beside "2025 Q4 not loaded".
    expect(await answersOn("2025-12-31")).toHaveProperty(
      "0.reason",
      expect.stringMatching(/^The list of 2025 Q4 is not loaded; these are the dates in HCPCS 2026 Q3/),
    );
    expect(await answersOn("2026-09-30")).not.toHaveProperty("0.reason");
    expect(await check("2026-10-01", "J1885", "G0168")).toBe("not-checked ended");
    expect(await check("2026-10-01", "99213", "99241", "99214", "25")).toBe("valid ended not-checked valid");

    const text = procedureText("HCPC2026_OCT_ANWEB_v2.txt");
    const sheet = procedureSheet("HCPC2026_OCT_ANWEB_v2.xlsx");
    const archive = {
      name: "october-2026-alpha-numeric-hcpcs-file.zip",
      bytes: zipSync({
        [text.name]: text.bytes,
        [sheet.name]: sheet.bytes,
        "HCPC2026_recordlayout.txt": text.bytes,
        "HCPC2026_OCT_Transaction Report.xlsx": sheet.bytes,
        "NOC codes_OCT 2026.xlsx": sheet.bytes,
        "proc_notes_2026.txt": Buffer.from("0001 A note\r\n"),
      }),
    };
    const trial = await load([archive], { dryRun: true });
    expect(trial.body["changes"]).toMatchObject([{ set: { name: "HCPCS 2026 Q4", billable: 4 } }]);
    expect(trial.body["changes"]).not.toMatchObject([{ endsStarterSet: true }]);
    await load([sheet]);
    expect(await check("2026-10-01", "J1885", "G0168", "Q9999")).toBe("valid ended unknown");
    const { body } = await call("ProcedureCheckRequest", {
      codes: ["j1885", "Q9999"],
      svcDate: "2026-10-01",
    });
    expect(body["procedures"]).toEqual([
      {
        code: "J1885",
        codeSystemName: "HCPCS",
        state: "valid",
        description:
          "Injection, ketorolac tromethamine, per 15 mg, which is a long text that goes on over more than one line of the file, & so on",
        shortDescription: "Ketorolac tromethamine inj",
        inForceFrom: "1997-01-01",
        checkedAgainst: "HCPCS 2026 Q4",
      },
      expect.objectContaining({ state: "unknown", checkedAgainst: "HCPCS 2026 Q4" }),
    ]);
    await server.stop();
  });
});
