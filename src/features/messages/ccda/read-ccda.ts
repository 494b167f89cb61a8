import { asWritten } from "#room/ui/formats.ts";
import { parseXml } from "#room/features/messages/trusted-types.ts";

export interface CcdaDocument {
  title: string;
  facts: [name: string, value: string][];
  /** Hidden until requested: a social security number is not a record number. */
  hidden: [name: string, value: string][];
  sections: CcdaSection[];
  /** It is longer than what is shown. */
  isCut: boolean;
}
export interface CcdaSection {
  title: string;
  blocks: CcdaBlock[];
  sections: CcdaSection[];
}
export type CcdaBlock =
  | { kind: "paragraph"; runs: CcdaRun[] }
  | { kind: "list"; ordered: boolean; caption: string; items: CcdaBlock[][] }
  | { kind: "table"; caption: string; rows: CcdaRow[] };
export interface CcdaRow {
  header: boolean;
  cells: { header: boolean; span: number; rows: number; blocks: CcdaBlock[] }[];
}
export interface CcdaRun {
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  break?: boolean;
}

const maxDepth = 24;
/** Sections, rows, cells, texts: each becomes an element of the page, and a cell takes the place of all it spans. */
const maxPieces = 30_000;
const maxCharacters = 1_000_000;
/** Of a name or a title. */
const maxWords = 1000;

function children(node: Element | undefined, name: string): Element[] {
  return node ? [...node.children].filter((child) => child.localName === name) : [];
}

function at(node: Element | undefined, ...path: string[]): Element | undefined {
  let here = node;
  for (const name of path) here = children(here, name)[0];
  return here;
}

function words(node: Element | undefined): string {
  return short(node?.textContent ?? "");
}

function short(text: string): string {
  return text.trim().slice(0, maxWords).replaceAll(/\s+/g, " ");
}

/** `20261102101845-0500` as "Nov 2, 2026, 10:18 AM": the local time as written, without time zone conversion. */
export function ccdaTime(value: string | null | undefined): string {
  const match = /^(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?/.exec(value ?? "");
  if (!match) return "";
  const [, year, month, day, hour, minute] = match.map((part) => (part ? Number(part) : undefined));
  if (year === undefined || month === undefined || day === undefined)
    return [year, match[2]].filter(Boolean).join("-");
  const date = new Date(Date.UTC(year, month - 1, day, hour ?? 0, minute ?? 0));
  return hour !== undefined && minute !== undefined ? asWritten.toMinute(date) : asWritten.day(date);
}

function personName(node: Element | undefined): string {
  const name = at(node, "name");
  const parts = name ? [...name.children].map(words).filter((part) => part !== "") : [];
  return parts.length > 0 ? parts.join(" ") : words(name);
}

const sexes: Partial<Record<string, string>> = { M: "male", F: "female", UN: "undifferentiated" };

/** The assigning authority of US social security numbers. */
const socialSecurity = "2.16.840.1.113883.4.1";

/** A social security number, by its authority or by its format, whatever authority is given. */
function isSocialSecurity(id: Element): boolean {
  const form = /^\d{3}-\d{2}-\d{4}$/;
  return id.getAttribute("root") === socialSecurity || form.test(id.getAttribute("extension")?.trim() ?? "");
}

function numbersOf(ids: readonly Element[]): string {
  const numbers = ids.map((id) => id.getAttribute("extension") ?? "").filter(Boolean);
  return short(numbers.join(", "));
}

function spanOfTime(time: Element | undefined): string {
  const ends = [at(time, "low"), at(time, "high")].map((end) => ccdaTime(end?.getAttribute("value")));
  return ccdaTime(time?.getAttribute("value")) || [...new Set(ends.filter(Boolean))].join(" to ");
}

/** The provider: the performer of the documented service, else the person responsible for the encounter. */
function performerOf(service: Element | undefined, visit: Element | undefined): string {
  const entities = [
    ...children(service, "performer").map((performer) => at(performer, "assignedEntity")),
    at(visit, "responsibleParty", "assignedEntity"),
    ...children(visit, "encounterParticipant").map((one) => at(one, "assignedEntity")),
  ];
  const names = entities.map(
    (entity) =>
      personName(at(entity, "assignedPerson")) || words(at(entity, "representedOrganization", "name")),
  );
  return [...new Set(names.filter(Boolean))].slice(0, 3).join(", ");
}

const given = ([, value]: [string, string]) => value !== "";

/** What a biller looks for comes first: patient, date, provider. */
function headerFacts(root: Element): Pick<CcdaDocument, "facts" | "hidden"> {
  const role = at(root, "recordTarget", "patientRole");
  const patient = at(role, "patient");
  const author = at(root, "author", "assignedAuthor");
  const service = at(root, "documentationOf", "serviceEvent");
  const visit = at(root, "componentOf", "encompassingEncounter");
  const sex = at(patient, "administrativeGenderCode");
  const ids = children(role, "id");
  const facts: [string, string][] = [
    ["Patient", personName(patient)],
    ["Date of service", spanOfTime(at(visit, "effectiveTime")) || spanOfTime(at(service, "effectiveTime"))],
    ["Performer", performerOf(service, visit)],
    ["Born", ccdaTime(at(patient, "birthTime")?.getAttribute("value"))],
    ["Sex", sex?.getAttribute("displayName") ?? sexes[sex?.getAttribute("code") ?? ""] ?? ""],
    ["Record number", numbersOf(ids.filter((id) => !isSocialSecurity(id)))],
    ["Written", ccdaTime(at(root, "effectiveTime")?.getAttribute("value"))],
    [
      "Author",
      personName(at(author, "assignedPerson")) ||
        words(at(author, "assignedAuthoringDevice", "softwareName")),
    ],
    [
      "Organization",
      words(at(author, "representedOrganization", "name")) ||
        words(at(root, "custodian", "assignedCustodian", "representedCustodianOrganization", "name")),
    ],
  ];
  const hidden: [string, string][] = [["Social Security number", numbersOf(ids.filter(isSocialSecurity))]];
  return { facts: facts.filter(given), hidden: hidden.filter(given) };
}

/** Text and the content of CDATA sections, where markup is plain text. */
function isText(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE;
}

/** Reads what is shown, up to a size that a page can show: whoever sends a document chooses how much is in it. */
class NarrativeReader {
  #pieces = maxPieces;
  #characters = maxCharacters;

  get isCut(): boolean {
    return this.#pieces < 0 || this.#characters < 0;
  }

  /** Those there is room for, given one at a time. */
  *#fitting<T>(nodes: Iterable<T>): Generator<T> {
    for (const node of nodes) {
      this.#pieces -= 1;
      if (this.isCut) return;
      yield node;
    }
  }

  #text(node: Node): string {
    const text = (node.nodeValue ?? "").replaceAll(/\s+/g, " ");
    const fits = text.slice(0, Math.max(0, this.#characters));
    this.#characters -= text.length;
    return fits;
  }

  sections(parents: readonly Element[], depth = 0): CcdaSection[] {
    const nodes = parents.flatMap((component) => children(component, "section"));
    return Array.from(this.#fitting(nodes), (node) => this.#section(node, depth));
  }

  #section(node: Element, depth: number): CcdaSection {
    const text = at(node, "text");
    const title = words(at(node, "title")) || short(at(node, "code")?.getAttribute("displayName") ?? "");
    return {
      title: title || "Section",
      blocks: text ? this.#blocks(text, 0) : [],
      sections: depth > maxDepth ? [] : this.sections(children(node, "component"), depth + 1),
    };
  }

  #blocks(node: Element, depth: number): CcdaBlock[] {
    const blocks: CcdaBlock[] = [];
    let runs: CcdaRun[] = [];
    const flush = () => {
      if (runs.some((run) => run.text.trim() !== "")) blocks.push({ kind: "paragraph", runs });
      runs = [];
    };
    for (const child of depth > maxDepth ? [] : this.#fitting(node.childNodes)) {
      if (!(child instanceof Element)) {
        const text = isText(child) ? this.#text(child) : "";
        if (text !== "") runs.push({ text });
        continue;
      }
      const block = this.#block(child, depth);
      if (block) {
        flush();
        blocks.push(...block);
      } else runs.push(...this.#inlineRuns(child, {}, depth));
    }
    flush();
    return blocks;
  }

  #block(node: Element, depth: number): CcdaBlock[] | undefined {
    if (node.localName === "paragraph") return this.#blocks(node, depth + 1);
    if (node.localName === "table") return [this.#table(node, depth)];
    if (node.localName === "list") return [this.#list(node, depth)];
    return undefined;
  }

  #list(node: Element, depth: number): CcdaBlock {
    return {
      kind: "list",
      ordered: node.getAttribute("listType") === "ordered",
      caption: words(at(node, "caption")),
      items: Array.from(this.#fitting(children(node, "item")), (item) => this.#blocks(item, depth + 1)),
    };
  }

  #table(node: Element, depth: number): CcdaBlock {
    const parts = [...node.children].filter((part) => /^(?:thead|tbody|tfoot)$/.test(part.localName));
    const rows = (parts.length > 0 ? parts : [node]).flatMap((part) =>
      Array.from(this.#fitting(children(part, "tr")), (row) => ({
        header: part.localName === "thead",
        cells: this.#cells(row, depth),
      })),
    );
    return { kind: "table", caption: words(at(node, "caption")), rows };
  }

  #cells(row: Element, depth: number): CcdaRow["cells"] {
    const cells = [...row.children].filter((cell) => cell.localName === "td" || cell.localName === "th");
    return Array.from(this.#fitting(cells), (cell) => {
      const span = spanOf(cell, "colspan");
      const rows = spanOf(cell, "rowspan");
      this.#pieces -= span * rows - 1;
      return { header: cell.localName === "th", span, rows, blocks: this.#blocks(cell, depth + 1) };
    });
  }

  #inlineRuns(node: Element, style: Omit<CcdaRun, "text">, depth: number): CcdaRun[] {
    if (depth > maxDepth) return [];
    if (node.localName === "br") return [{ text: "\n", break: true }];
    if (node.localName === "renderMultiMedia") return [{ text: "[picture]", ...style }];
    const codes = (node.getAttribute("styleCode") ?? "").toLowerCase();
    const here = {
      ...style,
      ...(codes.includes("bold") ? { bold: true } : {}),
      ...(codes.includes("italic") ? { italic: true } : {}),
      ...(codes.includes("underline") ? { underline: true } : {}),
    };
    return Array.from(this.#fitting(node.childNodes), (child) => {
      if (child instanceof Element) return this.#inlineRuns(child, here, depth + 1);
      return isText(child) ? [{ text: this.#text(child), ...here }] : [];
    }).flat();
  }
}

function spanOf(cell: Element, name: string): number {
  const value = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(value) && value > 0 && value <= 100 ? value : 1;
}

/**
 * Reads a C-CDA document. The XML parser only builds a tree: the document's stylesheet is not run and nothing is
 * fetched. A document type is refused, since only that can define expanding entities.
 */
export function readCcda(xml: string): CcdaDocument | { fault: string } {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    return { fault: "It defines entities of its own, which no C-CDA document does." };
  const tree = parseXml(xml.replace(/^\uFEFF/, ""));
  const root = tree.documentElement;
  if (root.localName !== "ClinicalDocument" || tree.querySelector("parsererror") !== null) {
    return { fault: "Its XML is broken or is not a clinical document." };
  }
  const body = at(root, "component", "structuredBody");
  if (at(root, "component", "nonXMLBody")) {
    return { fault: "It only wraps another file and has no sections of its own." };
  }
  const reader = new NarrativeReader();
  const sections = reader.sections(children(body, "component"));
  return {
    title: words(at(root, "title")) || "Clinical document",
    ...headerFacts(root),
    sections,
    isCut: reader.isCut,
  };
}
