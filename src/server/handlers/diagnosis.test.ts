import { refusalOf } from "#room/server/test-refusal.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { startTestServer } from "#room/server/test-server.ts";
import { icd9Titles, mapping9, orderFile, year2025, year2026 } from "#room/server/codes/test-code-files.ts";
import { verify, server, signIn, load, call, serverOfEach } from "./test-diagnosis.ts";

serverOfEach();

describe("DiagnosisVerify on the starter set", () => {
  it("never calls a code invalid that it merely lacks", async () => {
    const { status, body } = await verify({ code: "A01.00", svcDate: "2026-11-02" });
    expect(status).toBe(404);
    expect(refusalOf(body).errorCode).toBe("CodeSetIncomplete");
    expect(refusalOf(body).message).toContain("Not in the starter set; it may still be valid");
  });

  it.each(["NONSENSE", "E1.19", "E11.9!", "12", "\u{131}10"])(
    "answers %j, which cannot be a code",
    async (code) => {
      const { status, body } = await verify({ code });
      expect(status).toBe(200);
      expect(body).toEqual({
        isValid: false,
        code: { code, codeSystemName: "ICD-10-CM", isChargeable: false },
      });
    },
  );

  it("logs nothing of the caller's environment", async () => {
    const logging = await startTestServer({ LOG_LEVEL: "debug" });
    const session = { "x-ss-id": await logging.signIn() };
    const asked = { code: "E11.9", environment: "of-Ann-Smith" };
    const path = "/json/reply/DiagnosisVerifyRequest";
    expect((await logging.post(path, asked, session)).status).toBe(200);
    await logging.stop();
    expect(logging.logLines.join("")).not.toContain("Ann-Smith");
  });

  it("refuses days outside its years, and names those", async () => {
    for (const svcDate of ["2023-09-30", "2027-10-01"]) {
      const { status, body } = await verify({ code: "E11.9", svcDate });
      expect(status).toBe(400);
      expect(refusalOf(body)).toMatchObject({
        errorCode: "CodeSetNotLoaded",
        errors: [{ fieldName: "svcDate" }],
      });
      expect(refusalOf(body).message).toContain("ICD-10-CM starter set (10/01/2023 – 09/30/2027)");
    }
  });

  it("refuses an unknown system, and one without a set", async () => {
    const unknown = await verify({ code: "E11.9", codeSystemName: "SNOMED CT" });
    expect(unknown.status).toBe(400);
    expect(refusalOf(unknown.body)).toMatchObject({
      errorCode: "UnknownCodeSystem",
      errors: [{ fieldName: "codeSystemName" }],
    });
    expect(refusalOf(unknown.body).message).toContain("Use ICD-10-CM or ICD-9-CM.");
    expect((await verify({ code: "250.00", codeSystemName: "ICD9" })).status).toBe(400);
    expect((await verify({ code: "250.00", svcDate: "2015-09-30" })).status).toBe(400);
  });

  it.each(["E11.9", "e119", " e11.9 ", "E11 9"])("knows %j as billable in its dotted form", async (code) => {
    const { status, body } = await verify({ code, svcDate: "2023-10-01T08:00:00" });
    expect(status).toBe(200);
    expect(body).toEqual({
      isValid: true,
      code: {
        code: "E11.9",
        description: "Type 2 diabetes mellitus without complications",
        codeSystemName: "ICD-10-CM",
        isChargeable: true,
      },
    });
  });

  it.each(["ICD10", "ICD-10", "I10", "ICD10CM", "10", "icd-10-cm"])(
    "takes %s for ICD-10-CM",
    async (codeSystemName) => {
      const { body } = await verify({ code: "S72.001", codeSystemName, environment: "test" });
      expect(body).toMatchObject({ isValid: true, code: { code: "S72.001", isChargeable: false } });
    },
  );

  it("checks today by the server's clock when undated", async () => {
    server.clock.now = Date.parse("2031-01-01T00:00:00Z");
    await signIn();
    const { status, body } = await verify({ code: "E11.9", svcDate: "" });
    expect(status).toBe(400);
    expect(refusalOf(body).message).toContain("01/01/2031");
  });
});

describe("DiagnosisVerify on imported sets", () => {
  beforeEach(() => load(year2025, year2026, icd9Titles));

  it("answers a code by its day, around 1 October", async () => {
    const answers = async (code: string) => {
      const found: string[] = [];
      for (const svcDate of ["2024-10-01", "2025-09-30", "2025-10-01", "2026-09-30"]) {
        const { body } = await verify({ code, svcDate });
        const { isChargeable } = body["code"] as { isChargeable: boolean }; // always there
        found.push(body["isValid"] === true ? (isChargeable ? "billable" : "header") : "-");
      }
      return found.join(" ");
    };
    expect(await answers("G35")).toBe("billable billable header header");
    expect(await answers("G35.D")).toBe("- - billable billable");
    expect(await answers("T52.8X1A")).toBe("billable billable - -");
    expect(await answers("A01.00")).toBe("- - - -");
  });

  it("words a code as the year does", async () => {
    const before = await verify({ code: "I10", svcDate: "2025-09-30" });
    const after = await verify({ code: "I10", svcDate: "2025-10-01" });
    expect(before.body).toMatchObject({ code: { description: "Essential (primary) hypertension" } });
    expect(after.body).toMatchObject({ code: { description: "Essential (primary) hypertension, reworded" } });
  });

  it("echoes an unknown code as it came", async () => {
    const { body } = await verify({ code: "g35d", svcDate: "2025-09-30" });
    expect(body).toEqual({
      isValid: false,
      code: { code: "g35d", codeSystemName: "ICD-10-CM", isChargeable: false },
    });
  });

  it("refuses days where the starter set no longer applies", async () => {
    for (const svcDate of ["2024-09-30", "2026-10-01", "2014-09-30", "2015-10-01"]) {
      const { status, body } = await verify({ code: "E11.9", svcDate });
      expect(status).toBe(400);
      expect(refusalOf(body).message).toContain(
        "ICD-10-CM FY2025 (10/01/2024 – 09/30/2025); ICD-10-CM FY2026",
      );
    }
  });

  it("takes the system from the day: ICD-9-CM to 2015-09-30", async () => {
    for (const svcDate of ["2014-10-01", "2015-09-30"]) {
      const { body } = await verify({ code: "e8120", svcDate });
      expect(body).toMatchObject({
        isValid: true,
        code: { code: "E812.0", codeSystemName: "ICD-9-CM", isChargeable: true },
      });
    }
    const { body } = await verify({ code: "386.00", svcDate: "2015-09-30" });
    expect(body).toMatchObject({ code: { description: "M\u00e9ni\u00e8re's disease, unspecified" } });
  });

  it("answers by the new set once a year is replaced", async () => {
    await load(orderFile(2026, [["E119", "0", "Turned into a header"]]));
    expect((await verify({ code: "E11.9", svcDate: "2026-01-01" })).body).toMatchObject({
      isValid: true,
      code: { isChargeable: false, description: "Turned into a header" },
    });
    expect((await verify({ code: "I10", svcDate: "2026-01-01" })).body).toMatchObject({ isValid: false });
    expect((await verify({ code: "I10", svcDate: "2025-01-01" })).body).toMatchObject({ isValid: true });
  });
});

describe("the surroundings of a code", () => {
  beforeEach(() => load(year2025, year2026, icd9Titles));

  it("tells a header's path, billable codes and seventh characters", async () => {
    const { body } = await call("DiagnosisDetailRequest", { code: "S72.001", svcDate: "2026-01-01" });
    expect(body).toMatchObject({
      isValid: true,
      chapter: { from: "S00", to: "T88" },
      checkedAgainst: { name: "ICD-10-CM FY2026", inForceFrom: "2025-10-01", inForceTo: "2026-09-30" },
      path: [{ code: "S72" }, { code: "S72.0" }, { code: "S72.00" }, { code: "S72.001" }],
      childCount: 3,
      suggestions: [{ code: "S72.001A" }, { code: "S72.001D" }, { code: "S72.001S" }],
      seventhCharacters: [
        { character: "A", meaning: "initial encounter for closed fracture" },
        { character: "D", meaning: "subsequent encounter for closed fracture with routine healing" },
        { character: "S", meaning: "sequela" },
      ],
      stretches: [{ from: "2024-10-01", to: "2026-09-30", isChargeable: false }],
    });
  });

  it("tells when a code ended and what replaced it", async () => {
    const split = await call("DiagnosisDetailRequest", { code: "G35", svcDate: "2026-01-01" });
    expect(split.body).toMatchObject({
      stretches: [
        { from: "2024-10-01", to: "2025-09-30", isChargeable: true },
        { from: "2025-10-01", to: "2026-09-30", isChargeable: false },
      ],
      suggestions: [{ code: "G35.D" }, { code: "G35.A" }],
    });
    const later = await call("DiagnosisDetailRequest", { code: "G35.D", svcDate: "2025-01-01" });
    expect(later.body).toMatchObject({
      isValid: false,
      stretches: [{ from: "2025-10-01", to: "2026-09-30" }],
      suggestions: [{ code: "G35" }],
    });
  });

  it("proposes nothing when no other title has its words", async () => {
    const { body } = await call("DiagnosisDetailRequest", { code: "T52.8X1A", svcDate: "2026-01-01" });
    expect(body).toMatchObject({ isValid: false, isWellFormed: true, suggestions: [] });
  });

  it("says of a text that it cannot be a code", async () => {
    const { body } = await call("DiagnosisDetailRequest", { code: "hello there", svcDate: "2026-01-01" });
    expect(body).toMatchObject({ isValid: false, isWellFormed: false, path: [], suggestions: [] });
  });
});

describe("mappings", () => {
  it("says whether the mapping is loaded, and maps then", async () => {
    expect((await call("DiagnosisMapRequest", { code: "250.00" })).body).toMatchObject({
      isLoaded: false,
      mappings: [],
    });
    await load(mapping9, icd9Titles, year2026);
    expect((await call("DiagnosisMapRequest", { code: "250.00" })).body).toMatchObject({
      code: "250.00",
      codeSystemName: "ICD-9-CM",
      targetSystemName: "ICD-10-CM",
      isLoaded: true,
      mappings: [
        { code: "E11.9", isApproximate: true, hasNoMap: false, isCombination: false, isChargeable: true },
      ],
    });
    const none = await call("DiagnosisMapRequest", { code: "36570" });
    expect(none.body["mappings"]).toMatchObject([{ hasNoMap: true }]);
  });
});

describe("DiagnosisSearch among procedures", () => {
  const find = async (query: string) => {
    const { status, body } = await call("DiagnosisSearchRequest", { query, codeSystemName: "HCPCS" });
    expect(status).toBe(200);
    return body;
  };

  it.each(["strep test", "x ray wrist", "laceration repair", "modifier 25"])(
    "says that %s is of CPT, which is not loaded",
    async (query) =>
      expect(await find(query)).toMatchObject({ codes: [], isCptMissing: true, isOfCpt: true }),
  );

  it("does not take any word for a service of CPT", async () => {
    const body = await find("papers");
    expect(body).toMatchObject({ codes: [], isCptMissing: true });
    expect(body).not.toHaveProperty("isOfCpt");
  });

  it.each([
    ["toradol shot", "J1885"],
    ["modifier RT", "RT"],
  ])("finds %s without a word about CPT", async (query, code) => {
    const body = await find(query);
    expect(body).toHaveProperty("codes.0.code", code);
    expect(body).not.toHaveProperty("isCptMissing");
  });
});
