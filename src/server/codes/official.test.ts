import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dottedDiagnosisCode } from "#room/contract/primitives/diagnosis-code.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { verifyDiagnosis } from "#room/server/handlers/diagnoses.ts";
import { createLog } from "#room/server/log.ts";
import { openStore, type Store } from "#room/server/store/store.ts";
import { codesOf } from "./codes.ts";
import { importCodeFiles } from "./import-code-files.ts";
import { officialFiles, officialFolder } from "./test-official-files.ts";
import { starterLines } from "./code-book.ts";

const folder = officialFolder() ?? "";
const years = [2024, 2025, 2026, 2027];

interface PublishedCode {
  isBillable: boolean;
  title: string;
}

/** Parsed independently of the reader under test, by the publisher's columns. */
function publishedOrder(year: number): Map<string, PublishedCode> {
  const [file] = officialFiles(folder, `order_${year}`);
  const lines = gunzipSync(file?.bytes ?? new Uint8Array())
    .toString("latin1")
    .split("\r\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => [
        line.slice(6, 13).trim(),
        { isBillable: line[14] === "1", title: line.slice(77).trim() },
      ]),
  );
}

function publishedTitles(): Map<string, string> {
  const [file] = officialFiles(folder, "DESC_LONG");
  const lines = gunzipSync(file?.bytes ?? new Uint8Array())
    .toString("latin1")
    .split("\n");
  return new Map(lines.filter((line) => line !== "").map((line) => [line.slice(0, 5).trim(), line.slice(6)]));
}

describe.skipIf(folder === "")("with the official files", () => {
  let store: Store;
  const published = new Map<number, Map<string, PublishedCode>>();
  const allCodes = new Set<string>();

  function verify(code: string, svcDate: string): Promise<ResponseOf<"verifyDiagnosis">> {
    // The handler uses nothing else of its context.
    const context = { store, now: () => new Date("2026-11-20T12:00:00Z"), log } as unknown as HandlerContext;
    return verifyDiagnosis.handle({ code, svcDate }, context);
  }
  const log = createLog({ logLevel: "silent" });

  beforeAll(async () => {
    store = await openStore(":memory:");
    const files = officialFiles(folder, "").filter(({ name }) => /^icd10cm|DESC_LONG|gem/.test(name));
    await importCodeFiles(codesOf(store), files, { by: "test", now: () => new Date("2026-11-20T12:00:00Z") });
    for (const year of years) {
      const codes = publishedOrder(year);
      published.set(year, codes);
      for (const code of codes.keys()) allCodes.add(code);
    }
  }, 60_000);

  afterAll(() => store.close());

  it.each(years.flatMap((year) => [`${year - 1}-10-01`, `${year}-09-30`]))(
    "every code of every year on %s matches its file",
    async (date) => {
      const year = Number(date.slice(0, 4)) + (date.endsWith("10-01") ? 1 : 0);
      const file = published.get(year);
      const wrong: string[] = [];
      for (const code of allCodes) {
        const expected = file?.get(code);
        const { isValid, code: answer } = await verify(code, date);
        const isRight = expected
          ? isValid &&
            answer?.isChargeable === expected.isBillable &&
            answer.description?.trim() === expected.title &&
            answer.code === dottedDiagnosisCode(code, "ICD-10-CM")
          : !isValid && answer?.isChargeable === false && answer.code === code;
        if (!isRight) wrong.push(code);
      }
      expect(wrong).toEqual([]);
      expect(file?.size).toBeGreaterThan(97_000);
    },
    60_000,
  );

  it.each(["2014-10-01", "2015-09-30"])("every ICD-9-CM code is valid and billable on %s", async (date) => {
    const wrong: string[] = [];
    const titles = publishedTitles();
    for (const [code, title] of titles) {
      const { isValid, code: answer } = await verify(code, date);
      if (!isValid || answer?.isChargeable !== true || answer.description !== title) wrong.push(code);
    }
    expect(wrong).toEqual([]);
    expect(titles.size).toBe(14_567);
  });

  it.each(["2014-09-30", "2015-10-01", "2023-09-30", "2027-10-01"])(
    "%s has no set, and the answer lists those loaded",
    async (date) => {
      await expect(verify("E11.9", date)).rejects.toMatchObject({
        status: 400,
        errorCode: "CodeSetNotLoaded",
        message: expect.stringContaining("ICD-10-CM FY2024 (10/01/2023 – 09/30/2024)"),
      });
    },
  );

  it("split, added and deleted codes change on 1 October", async () => {
    const stands = async (code: string) => {
      const answers: string[] = [];
      for (const year of years) {
        const { isValid, code: answer } = await verify(code, `${year}-09-30`);
        answers.push(isValid ? (answer?.isChargeable === true ? "billable" : "header") : "-");
      }
      return answers.join(" ");
    };
    expect(await stands("G35")).toBe("billable billable header header");
    expect(await stands("G35.D")).toBe("- - billable billable");
    expect(await stands("I42.0")).toBe("billable billable billable header");
    expect(await stands("I42.01")).toBe("- - - billable");
    expect(await stands("T52.8X1A")).toBe("billable billable billable -");
    expect(await stands("S72.001")).toBe("header header header header");
  });

  it("the starter set never contradicts an official year", () => {
    const wrong = starterLines.filter(({ code, isBillable, title }) =>
      years.some((year) => {
        const line = published.get(year)?.get(code);
        return line?.isBillable !== isBillable || line.title !== title;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("the starter set has every header above its codes", () => {
    const starter = new Set(starterLines.map(({ code }) => code));
    const missing = [...starter].flatMap((code) =>
      [3, 4, 5, 6]
        .filter((length) => length < code.length)
        .map((length) => code.slice(0, length))
        .filter((header) => published.get(2027)?.has(header) === true && !starter.has(header)),
    );
    expect(missing).toEqual([]);
  });
});
