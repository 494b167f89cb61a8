import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimEditsOf } from "#room/server/codes/claim-edits/claim-edits.ts";
import { noLastDay } from "#room/server/codes/claim-edits/pair-table.ts";
import { keyedProcedure, keyOfProcedure } from "#room/server/codes/claim-edits/procedure-key.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { importCodeFiles } from "#room/server/codes/import-code-files.ts";
import { officialFolder } from "#room/server/codes/test-official-files.ts";
import { findCodes } from "#room/server/codes/search-codes.ts";
import { openStore, type Store } from "#room/server/store/store.ts";
import { type ProcedureBook, proceduresOf } from "./procedure-book.ts";
import { procedureTableOn } from "./procedure-table.ts";
import { starterProcedureLines } from "./starter-procedures.ts";

const folder = officialFolder() ?? "";
const workbook = join(folder, "HCPC2025_OCT_ANWEB.xlsx");
const text = join(folder, "HCPC2019_CONTR_ANWEB.txt.gz");
const bareCodes = join(folder, "hcpcs_level2_2026q3.txt.gz");
const maker = join(folder, "..", "tools", "make-claim-edits.mjs");
const isHere = folder !== "" && existsSync(workbook);
const options = {
  by: "test",
  now: () => new Date("2026-11-22T12:00:00Z"),
  acceptsNotice: true,
  mayBeCut: true,
};

interface Published {
  readonly code: string;
  readonly title: string;
  readonly short: string;
  readonly from: string;
  readonly to: string;
}

const plain = (words: string) => words.replaceAll(/\s+/g, " ").trim();
const day = (words: string) => words.trim().replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

/** Parsed independently of the reader under test: by rows of the sheet, cell by cell. */
function publishedSheet(): Published[] {
  const parts = unzipSync(readFileSync(workbook));
  const xml = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const unescaped = (words: string) =>
    words.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const shared = xml("xl/sharedStrings.xml")
    .split("<si>")
    .slice(1)
    .map((one) =>
      unescaped(
        one
          .split(/<t(?:\s[^>]*)?>/)
          .slice(1)
          .map((run) => run.split("</t>")[0])
          .join(""),
      ),
    );
  return xml("xl/worksheets/sheet1.xml")
    .split("<row ")
    .slice(2)
    .map((row) => {
      const cells = new Map(
        row
          .split("<c ")
          .slice(1)
          .map((cell) => {
            const value = cell.split("<v>")[1]?.split("</v>")[0] ?? "";
            const column = /r="([A-Z]+)/.exec(cell)?.[1] ?? "";
            return [column, cell.includes('t="s"') ? (shared[Number(value)] ?? "") : value] as const;
          }),
      );
      const at = (column: string) => cells.get(column) ?? "";
      return {
        code: at("A").trim(),
        title: plain(at("D")),
        short: at("E").trim(),
        from: day(at("AS")),
        to: day(at("AU")),
      };
    });
}

function publishedText(): Published[] {
  const lines = new TextDecoder("windows-1252").decode(gunzipSync(readFileSync(text))).split("\r\n");
  const read: Published[] = [];
  for (const line of lines) {
    const type = line[10] ?? "";
    if (!/^[\sA-Z0-9]{5}\d{5}[3478]/.test(line)) continue;
    const last = read.at(-1);
    if (last && "48".includes(type))
      read[read.length - 1] = { ...last, title: plain(`${last.title} ${line.slice(11, 91)}`) };
    else
      read.push({
        code: line.slice(0, 5).trim(),
        title: plain(line.slice(11, 91)),
        short: line.slice(91, 119).trim(),
        from: day(line.slice(268, 276)),
        to: day(line.slice(284, 292)),
      });
  }
  return read;
}

describe.skipIf(!isHere)("with the official files", () => {
  let store: Store;
  let book: ProcedureBook;
  beforeAll(async () => {
    store = await openStore(":memory:");
    const files = [workbook, text].map((path) => ({
      name: path.split("/").at(-1) ?? "",
      bytes: readFileSync(path),
    }));
    await importCodeFiles(codesOf(store), files, { ...options, mayBeCut: false });
    book = await proceduresOf(store);
  }, 60_000);
  afterAll(() => store.close());

  it("every row of October 2025's workbook is answered accordingly", () => {
    const rows = publishedSheet();
    expect([rows.filter(({ code }) => code.length === 5).length, rows.length]).toEqual([8463, 8846]);
    const wrong = rows.filter(({ code, title, short, from, to }) => {
      const check = book.check(code, "2025-12-31");
      const isOver = to !== "" && to < "2025-12-31";
      return (
        check.state !== (isOver ? "ended" : "valid") ||
        check.description !== title ||
        (check.shortDescription ?? "") !== short ||
        (check.inForceFrom ?? "") !== from ||
        (check.inForceTo ?? "") !== to ||
        (to !== "" && from <= to && book.check(code, to).state !== "valid")
      );
    });
    expect(wrong).toEqual([]);
  });

  it("every row of the text of 2019 is kept whole", async () => {
    const rows = publishedText();
    expect([rows.filter(({ code }) => code.length === 5).length, rows.length]).toEqual([6440, 6800]);
    const own = await openStore(":memory:");
    await importCodeFiles(
      codesOf(own),
      [{ name: "HCPC2019_CONTR_ANWEB.txt.gz", bytes: readFileSync(text) }],
      options,
    );
    const kept = (await proceduresOf(own)).codes;
    expect(
      rows.filter(({ code, title, short, from, to }) => {
        const line = kept.get(code);
        return line?.title !== title || line.shortTitle !== short || line.from !== from || line.to !== to;
      }),
    ).toEqual([]);
    await own.close();
  });

  it("a day without a list is judged by its neighbors", () => {
    expect(book.check("J1885", "2022-06-01").state).toBe("valid");
    expect(book.check("A0000", "2022-06-01").state).toBe("not-checked");
    expect(book.check("J1885", "2026-01-01").state).toBe("not-checked");
  });

  it("the starter list agrees with the workbook and July 2026", () => {
    const july = new Set(gunzipSync(readFileSync(bareCodes)).toString().split(/\s+/));
    const rows = new Map(publishedSheet().map((row) => [row.code, row]));
    const wrong = starterProcedureLines.filter(({ code, title, shortTitle, from }) => {
      const row = rows.get(code);
      const stands = code.length === 2 || july.has(code);
      return (
        row?.title !== title || row.short !== shortTitle || row.from !== from || row.to !== "" || !stands
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ["ketorolac", "J1885"],
    ["splint", "A4570"],
    ["crutches", "E0114"],
    ["j1885", "J1885"],
    ["LT", "LT"],
    ["tissue adhesive wound closure", "G0168"],
    ["albuterol inhalation", "J7613"],
    ["ceftriaxone", "J0696"],
  ])("the finder finds “%s” as %s", async (question, code) => {
    const table = await procedureTableOn(book, "2025-12-31");
    const { codes } = findCodes(table, { question, set: 0, limit: 5 });
    expect(codes.map((index) => table.codeAt(index))).toContain(code);
  });
});

describe.skipIf(!isHere || !existsSync(maker))("with invented edits in the official layout", () => {
  it("every pair and limit is answered as its line says", async () => {
    const made = mkdtempSync(join(tmpdir(), "made-edits-"));
    expect(spawnSync(process.execPath, [maker, made, "--rows", "8000"]).status).toBe(0);
    const files = readdirSync(made)
      .filter((name) => !name.endsWith(".json"))
      .map((name) => ({ name, bytes: readFileSync(join(made, name)) }));
    rmSync(made, { recursive: true });
    const store = await openStore(":memory:");
    await importCodeFiles(codesOf(store), files, options);
    const { pairs, limits, missingFiles } = await claimEditsOf(store).on("2026-11-02");
    expect(missingFiles).toEqual([]);
    const wrong: string[] = [];
    let rows = 0;
    for (const { name, bytes } of files) {
      for (const line of bytes.toString("latin1").split(/\r?\n/)) {
        const [first = "", second = "", , from = "", to = "", indicator] = line.split("\t");
        const [code = "", value, adjudication = ""] = line.split(",");
        if (name.endsWith(".TXT") && /^[A-Z]\d{4}$/.test(first)) {
          rows += 1;
          const last = to === "*" ? noLastDay : Number(to);
          const on = (date: number) =>
            pairs
              .flatMap((table) => table.among([first, second].map(keyedProcedure), date))
              .some(
                (pair) =>
                  pair.column1 === first &&
                  pair.column2 === second &&
                  pair.from === Number(from) &&
                  pair.to === last &&
                  pair.indicator === Number(indicator),
              );
          const isRight =
            indicator === "9"
              ? !on(Number(from))
              : on(Number(from)) && on(Math.min(last, 20991231)) && !on(Number(from) - 1) && !on(last + 1);
          if (!isRight) wrong.push(line);
        } else if (/^[A-Z]\d{4}$/.test(code)) {
          rows += 1;
          const limit = limits?.limitOf(keyOfProcedure(code));
          if (limit?.value !== Number(value) || !adjudication.startsWith(`${limit.indicator} `))
            wrong.push(line);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(rows).toBeGreaterThan(14_000);
    await store.close();
  }, 60_000);
});
