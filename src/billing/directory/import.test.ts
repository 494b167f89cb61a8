import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordsOf } from "#room/billing/table-records.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { DirectoryIndex } from "./directory-index.ts";
import { directoryCsv } from "./export-directory.ts";
import { columnsByHeadings, hasHeadings } from "./import-columns.ts";
import { columnsOfFile, kindOfFile, lackingColumns } from "./guess-columns.ts";
import { ended, planImport } from "./plan-import.ts";
import { readImport } from "./read-import.ts";

const [harbor, dana] = [buildGuid(12, 1), buildGuid(11, 1)];
const kept: readonly DirectoryEntry[] = [
  { kind: "payer", id: harbor, name: "Harbor Mutual", shortName: "HM" },
  { kind: "payer", id: buildGuid(12, 2), name: "Lakeside" },
  { kind: "provider", id: dana, name: "Dana Reyes", npi: "1234567893" },
];
let made = 0;
const uuid = () => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, "0")}`;

function read(kind: DirectoryKind, text: string, names: readonly DirectoryEntry[] = kept) {
  const [head, ...rest] = recordsOf(text, { isFile: true });
  const columns = columnsByHeadings(kind, head?.cells ?? []);
  return readImport(rest, {
    kind,
    columns,
    names: new DirectoryIndex(names),
    today: "2026-11-22",
    currency: "USD",
    uuid,
  });
}

describe("an import of the directory", () => {
  it("finds columns by their headings, whatever their order and spelling", () => {
    expect(
      columnsByHeadings("fee", ["CPT Code", "Description", "Payer", "Fee", "Eff. Date", "Mod", "Notes"]),
    ).toEqual(["code", "name", "payerId", "amount", "activeFrom", "modifiers", undefined]);
    expect(columnsByHeadings("payer", ["Payer ID", "Payer Name", "Start Date"])).toEqual([
      "id",
      "name",
      "activeFrom",
    ]);
    const rendering = ["Rendering Provider", "National Provider Identifier", "Nickname"];
    expect(columnsByHeadings("provider", rendering)).toEqual(["name", "npi", "shortName"]);
    expect(kindOfFile("export.csv", rendering)).toBe("provider");
    // A column of procedures is the code, unless another one is.
    expect(columnsByHeadings("fee", ["Procedure", "Description", "Price"])).toEqual([
      "code",
      "name",
      "amount",
    ]);
    expect(columnsByHeadings("fee", ["Procedure", "CPT", "Price"])).toEqual(["name", "code", "amount"]);
    expect(hasHeadings("payer", ["Payer ID", "Payer Name"])).toBe(true);
    expect(hasHeadings("payer", [harbor, "Harbor Mutual"])).toBe(false);
  });

  it("tells what a file holds, and its id column", () => {
    const guid = `{${harbor.toUpperCase()}}`;
    const rendering = ["Provider Name", "NPI #", "Rendering ID", "Start Date"];
    expect(kindOfFile("export.csv", rendering)).toBe("provider");
    expect(kindOfFile("export.csv", ["CPT", "Mod", "Payer", "Fee"])).toBe("fee");
    // Two prices: which one is the amount is asked.
    const prices = ["Code", "Description", "Facility price", "Non-facility price", "Start date"];
    expect(kindOfFile("export.csv", prices)).toBe("fee");
    expect(lackingColumns("fee", columnsOfFile("fee", prices, []))).toEqual(["Amount"]);
    const named = columnsOfFile("fee", ["CPT", "Price", "Charge", "From"], []);
    expect(named).toEqual(["code", undefined, undefined, "activeFrom"]);
    expect(hasHeadings("fee", ["CPT", "Price", "Charge"])).toBe(true);
    expect(kindOfFile("export.csv", ["Insurance Company", "ID"])).toBe("payer");
    expect(kindOfFile("directory-practices.csv", ["ID", "Name"])).toBe("practice");
    expect(kindOfFile("export.csv", ["ID", "Name"])).toBeUndefined();
    expect(
      columnsOfFile("provider", rendering, [
        ["Nguyen", "", guid, ""],
        ["Bad", "", "12345", ""],
        ["O", "", guid, ""],
      ]),
    ).toEqual(["name", "npi", "id", "activeFrom"]);
    // The practice that a provider works at is not the provider.
    const lines = [["Nguyen", guid]];
    expect(columnsOfFile("provider", ["Name", "Practice ID"], lines)).toEqual(["name", undefined]);
    expect(columnsOfFile("fee", ["Code", "Fee", "Whose"], [["99213", "1", guid]])).not.toContain("id");
    expect(lackingColumns("fee", ["code", undefined])).toEqual(["Amount"]);
    expect(lackingColumns("payer", ["name"])).toEqual([]);
  });

  it("finds entries by id or name, and keeps unmentioned fields", () => {
    const text = `Name,From\nHARBOR  mutual,1/1/2026\nNew Payer,\n`;
    const lines = read("payer", text);
    expect(lines.faults).toEqual([]);
    const plan = planImport("payer", kept, lines, "2026-11-22");
    expect(plan.changed).toEqual([
      {
        before: kept[0],
        after: {
          kind: "payer",
          id: harbor,
          name: "HARBOR mutual",
          shortName: "HM",
          activeFrom: "2026-01-01",
        },
      },
    ]);
    expect(plan.added).toMatchObject([{ name: "New Payer", id: expect.stringMatching(/^[\da-f]{32}$/) }]);
    expect(plan.missing.map(({ name }) => name)).toEqual(["Lakeside"]);
    expect(ended(plan.missing[0] as DirectoryEntry, "2026-11-22").activeTo).toBe("2026-11-22");
  });

  it("reads fees with named payers, spreadsheet prices and start days", () => {
    const text = [
      "Code\tModifiers\tPayer\tAmount\tActive from\tDescription",
      '99213\t\t\t$1,128.50\t2026-01-01\tOffice visit, "short"',
      "99213\t\t\t1130\t2027-01-01\tOffice visit",
      "99213\tLT,25\tHarbor Mutual\t95\t\t",
    ].join("\r\n");
    const { entries, faults } = read("fee", text);
    expect(faults).toEqual([]);
    expect(entries).toMatchObject([
      { code: "99213", amount: { currency: "USD", amount: 1128.5 }, name: 'Office visit, "short"' },
      { amount: { amount: 1130 }, activeFrom: "2027-01-01" },
      { modifiers: ["LT", "25"], payerId: harbor },
    ]);
    expect(entries[0]?.id).toBe(entries[1]?.id);
    // Importing the same file again changes nothing.
    const names = [...kept, ...entries];
    const again = planImport("fee", names, read("fee", text, names), "2026-11-22");
    expect(again).toMatchObject({ added: [], changed: [], unchanged: 3 });
  });

  it("reports faulty lines by number and takes the others", () => {
    const { entries, faults } = read(
      "fee",
      "Code,Amount,Payer,From\n99213,abc,,\n,12,,\n99214,12,Nobody,\n99215,12,,13/45/2026\n99216,12,,\n99216,13,,\n99217,1.234,,\n",
    );
    expect(entries.map(({ code }) => code)).toEqual(["99216"]);
    expect(faults.map(({ line }) => line)).toEqual([2, 3, 4, 5, 7, 8]);
    expect(faults.map(({ message }) => message).join(" ")).toMatch(
      /isn’t an amount.*Code is missing.*“Nobody”.*13\/45.*line 6.*decimal places/,
    );
    expect(read("provider", "ID,Name,NPI\nxyz,Ann,1234567890\n").faults).toHaveLength(1);
  });

  it("guesses no date", () => {
    const of = (date: string) => read("payer", `Name,From\nSome Payer,${date}\n`);
    for (const date of ["46023", "44561.5", "01.02.2026", "1.2.26"])
      expect(of(date), date).toMatchObject({
        entries: [],
        faults: [{ message: expect.stringContaining(date) }],
      });
    for (const date of ["1/2/2026", "01-02-2026", "02.13.2026", "02.02.2026", "20260102", "2026-01-02"])
      expect(of(date).faults, date).toEqual([]);
  });

  it("ends nothing while a line is skipped", () => {
    const text = "Name,From,To\nHarbor Mutual,13/45/2026,2/30/2027\n";
    const lines = read("payer", text);
    expect(lines.faults).toEqual([{ line: 2, message: expect.stringMatching(/13\/45\/2026.*2\/30\/2027/) }]);
    expect(planImport("payer", kept, lines, "2026-11-22").missing).toEqual([]);
  });

  it("reads what it exported as the same", () => {
    const word = fc
      .stringMatching(/^[=+@'"A-Za-z;,\t\n-]{1,12}$/)
      .map((text) => text.trim().replaceAll(/\s+/g, " "));
    const name = word.filter((text) => text !== "" && !text.startsWith("'"));
    const day = fc.constantFrom(null, "2020-01-01", "2026-12-31");
    const fee = fc.record({
      kind: fc.constant("fee" as const),
      name: fc.option(name),
      shortName: fc.option(name),
      code: fc.constantFrom("99213", "J1100"),
      modifiers: fc.subarray(["25", "LT", "QW"]),
      payerId: fc.constantFrom(null, harbor, buildGuid(12, 2), buildGuid(12, 3), buildGuid(12, 9)),
      amount: fc.record({
        currency: fc.constantFrom("USD", "JPY"),
        amount: fc.integer({ min: 0, max: 1e6 }),
      }),
      activeFrom: fc.constantFrom(null, "2019-12-31"),
      activeTo: day,
    });
    // Two payers with the same name.
    const payers: DirectoryEntry[] = [...kept, { kind: "payer", id: buildGuid(12, 3), name: "Lakeside" }];
    fc.assert(
      fc.property(fc.array(fee, { minLength: 1, maxLength: 8 }), (fees) => {
        const all = [...payers, ...fees.map((one, index) => ({ ...one, id: buildGuid(13, index) }))];
        const text = directoryCsv("fee", new DirectoryIndex(all)).slice(1);
        const lines = read("fee", text, all);
        expect(lines.faults).toEqual([]);
        expect(planImport("fee", all, lines, "2026-11-22")).toEqual({
          added: [],
          changed: [],
          missing: [],
          unchanged: fees.length,
        });
      }),
    );
  });

  it("empties what a column of the file leaves empty", () => {
    const before: DirectoryEntry = { ...(kept[0] as DirectoryEntry), activeTo: "2026-12-31" };
    const lines = read("payer", `ID,Name,Active to\n${harbor},Harbor Mutual,\n`);
    const { changed } = planImport("payer", [before], lines, "2026-11-22");
    expect(changed).toMatchObject([{ after: { shortName: "HM", activeTo: null } }]);
  });

  it("takes one separator for the whole file", () => {
    const text = "Code;Amount;Description\n99213;12.50;Visit, short\n87880;24;Strep\tQW\n";
    expect(read("fee", text).entries.map(({ name }) => name)).toEqual(["Visit, short", "Strep QW"]);
    const commas = 'Code,Amount,Description\n99213,12.50,Visit; short\n87880,24,"Strep; ""rapid"""\n';
    expect(read("fee", commas).entries.map(({ name }) => name)).toEqual(["Visit; short", 'Strep; "rapid"']);
  });
});

it("ends a file with more columns than any list", () => {
  expect(() => recordsOf(`a,b\n${",".repeat(11_000_000)}`, { isFile: true })).toThrow(
    "more than 256 columns",
  );
  expect(recordsOf(",x".repeat(500))[0]?.cells).toHaveLength(501);
});
