import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAddress, formFault } from "./check-address.ts";
import { formatAddress, parseAddresses, withoutDuplicates } from "./parse-addresses.ts";

const read = (text: string) => parseAddresses(text).map(({ name, address }) => [name, address]);

describe("parseAddresses", () => {
  it("keeps text without an address, to be corrected", () => {
    expect(parseAddresses("casey")).toEqual([{ name: "", address: "", text: "casey" }]);
  });

  it("reads nothing out of nothing", () => {
    expect(parseAddresses(" ,;\n ")).toEqual([]);
  });

  it.each([
    [
      "a@x.y, b@x.y",
      [
        ["", "a@x.y"],
        ["", "b@x.y"],
      ],
    ],
    [
      "a@x.y; b@x.y;",
      [
        ["", "a@x.y"],
        ["", "b@x.y"],
      ],
    ],
    [
      "a@x.y\nb@x.y\r\nc@x.y",
      [
        ["", "a@x.y"],
        ["", "b@x.y"],
        ["", "c@x.y"],
      ],
    ],
    [
      "a@x.y b@x.y",
      [
        ["", "a@x.y"],
        ["", "b@x.y"],
      ],
    ],
    [
      "a@x.y\tb@x.y",
      [
        ["", "a@x.y"],
        ["", "b@x.y"],
      ],
    ],
    ["Ines Park <ines@x.y>", [["Ines Park", "ines@x.y"]]],
    [
      '"Park, Ines" <ines@x.y>, b@x.y',
      [
        ["Park, Ines", "ines@x.y"],
        ["", "b@x.y"],
      ],
    ],
    [
      "Park, Ines <ines@x.y>; Roe, Rick <rick@x.y>",
      [
        ["Park, Ines", "ines@x.y"],
        ["Roe, Rick", "rick@x.y"],
      ],
    ],
    [String.raw`"a \"b\" c" <q@x.y>`, [['a "b" c', "q@x.y"]]],
    ["<a@x.y>", [["", "a@x.y"]]],
    ["a@x.y (Front Desk)", [["Front Desk", "a@x.y"]]],
    ["Front Desk a@x.y", [["Front Desk", "a@x.y"]]],
    ["mailto:a@x.y", [["", "a@x.y"]]],
    [
      "Team: a@x.y, Bo <b@x.y>;",
      [
        ["", "a@x.y"],
        ["Bo", "b@x.y"],
      ],
    ],
    [
      "Team: a@x.y; c@x.y",
      [
        ["", "a@x.y"],
        ["", "c@x.y"],
      ],
    ],
    ["undisclosed-recipients:;", []],
    ["'a@x.y'", [["", "a@x.y"]]],
    ['"odd one"@x.y', [["", '"odd one"@x.y']]],
    [
      'an " open quote, a@x.y',
      [
        ["", ""],
        ["", "a@x.y"],
      ],
    ],
    [
      "a@x.y,,, ;b@x.y",
      [
        ["", "a@x.y"],
        ["", "b@x.y"],
      ],
    ],
  ])("reads %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const address = fc.tuple(word, word, word).map(([a, b, c]) => `${a}@${b}.${c}`);
  const name = fc
    .stringMatching(/^[A-Za-z][A-Za-z ,."'\\()@:;<>-]{0,12}[A-Za-z]$/)
    .map((text) => text.replaceAll(/\s+/g, " "));

  it("reads back any list that it wrote", () => {
    const entry = fc.record({ name: fc.option(name, { nil: "" }), address });
    const separator = fc.constantFrom(", ", ";", "\n", " ;\n", ",");
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), separator, (entries, between) => {
        const text = entries.map(formatAddress).join(between);
        expect(parseAddresses(text).map((one) => ({ name: one.name, address: one.address }))).toEqual(
          entries,
        );
      }),
    );
  });

  it("never throws and never makes an address up", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const entry of parseAddresses(text)) expect(text).toContain(entry.address);
      }),
    );
  });
});

describe("withoutDuplicates", () => {
  it("keeps the first of an address, whatever its case", () => {
    expect(withoutDuplicates(parseAddresses("A <a@x.y>, A@X.Y, b@x.y")).map((one) => one.address)).toEqual([
      "a@x.y",
      "b@x.y",
    ]);
  });
});

describe("checkAddress", () => {
  it.each([
    "",
    "casey",
    "@x.y",
    "a@",
    "a@x",
    "a b@x.y",
    "a@x..y",
    "a@-x.y",
    "a@x.1",
    `${"a".repeat(65)}@x.y`,
    "a@x y.z",
  ])("refuses %j", (address) => {
    expect(formFault(address)).toBeTypeOf("string");
  });

  it("takes usual and unusual right ones", () => {
    for (const address of ["a@x.y", "a.b+c@direct.x.example", '"odd one"@x.y', "a@münchen.example"]) {
      expect(formFault(address)).toBeUndefined();
    }
  });

  it("tells ordinary mail, doubtful domains and other clinics apart", () => {
    const own = ["direct.example"];
    const concerns = (address: string) =>
      checkAddress(address, { ownDomains: own, reachesOutside: true }).map((finding) => finding.concern);
    expect(concerns("a@direct.example")).toEqual([]);
    expect(concerns("a@sub.direct.example")).toEqual([]);
    expect(concerns("a@gmail.com")).toEqual(["consumer", "outside"]);
    expect(concerns("a@orthowest.example")).toEqual(["not-direct", "outside"]);
    expect(concerns("a@direct.orthowest.example")).toEqual(["outside"]);
    expect(
      checkAddress("a@gmail.com", { ownDomains: own, reachesOutside: true }).every(
        (finding) => !finding.blocks,
      ),
    ).toBe(true);
  });

  it("blocks a mailbox nobody has, where no mail service could", () => {
    const missing = new Set(["nobody@direct.example"]);
    const found = (reachesOutside: boolean) =>
      checkAddress("Nobody@direct.example", { ownDomains: ["direct.example"], reachesOutside, missing });
    expect(found(false)).toMatchObject([{ concern: "missing", blocks: true }]);
    expect(found(true)).toMatchObject([{ concern: "missing", blocks: false }]);
  });

  it("tells of a colleague who no longer has access", () => {
    const unread = new Set(["robin@direct.example"]);
    const reach = { ownDomains: ["direct.example"], reachesOutside: false, unread };
    const message = "Nobody at your clinic reads messages to Robin@direct.example.";
    expect(checkAddress("Robin@direct.example", reach)).toEqual([
      { concern: "unread", blocks: false, message },
    ]);
  });
});
