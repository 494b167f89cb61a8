import { asWritten } from "#room/ui/formats.ts";
import { parseXml } from "#room/features/messages/trusted-types.ts";

export interface CcdaDocument {
  title: string;
  facts: [name: string, value: string][];
  /** Hidden until requested: a social security number is not a record number. */
  hidden: [name: string, value: string][];
  sections: CcdaSection[];
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
const maxBlocks = 20_000;

function children(node: Element | undefined, name: string): Element[] {
  return node ? [...node.children].filter((child) => child.localName === name) : [];
}

function at(node: Element | undefined, ...path: string[]): Element | undefined {
  let here = node;
  for (const name of path) here = children(here, name)[0];
  return here;
}

function words(node: Element | undefined): string {
  return (node?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
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
  return ids
    .map((id) => id.getAttribute("extension") ?? "")
    .filter(Boolean)
    .join(", ");
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

class NarrativeReader {
  #blocks = 0;

  section(node: Element, depth: number): CcdaSection {
    const inner =
      depth > maxDepth
        ? []
        : children(node, "component").flatMap((component) => children(component, "section"));
    const text = at(node, "text");
    const title = words(at(node, "title")) || (at(node, "code")?.getAttribute("displayName") ?? "");
    return {
      title: title || "Section",
      blocks: text ? this.blocks(text, 0) : [],
      sections: inner.map((child) => this.section(child, depth + 1)),
    };
  }

  blocks(node: Element, depth: number): CcdaBlock[] {
    const blocks: CcdaBlock[] = [];
    let runs: CcdaRun[] = [];
    const flush = () => {
      if (runs.some((run) => run.text.trim() !== "")) blocks.push({ kind: "paragraph", runs });
      runs = [];
    };
    for (const child of node.childNodes) {
      if (this.#blocks > maxBlocks || depth > maxDepth) break;
      if (!(child instanceof Element)) {
        const text = (child.nodeValue ?? "").replaceAll(/\s+/g, " ");
        if (isText(child) && text !== "") runs.push({ text });
        continue;
      }
      const block = this.#block(child, depth);
      if (block) {
        flush();
        this.#blocks += 1;
        blocks.push(...block);
      } else runs.push(...inlineRuns(child, {}, depth));
    }
    flush();
    return blocks;
  }

  #block(node: Element, depth: number): CcdaBlock[] | undefined {
    if (node.localName === "paragraph") return this.blocks(node, depth + 1);
    if (node.localName === "table") return [this.#table(node, depth)];
    if (node.localName === "list") return [this.#list(node, depth)];
    return undefined;
  }

  #list(node: Element, depth: number): CcdaBlock {
    const items = children(node, "item").map((item) => this.blocks(item, depth + 1));
    return {
      kind: "list",
      ordered: node.getAttribute("listType") === "ordered",
      caption: words(at(node, "caption")),
      items,
    };
  }

  #table(node: Element, depth: number): CcdaBlock {
    const rows: CcdaRow[] = [];
    const parts = [...node.children].filter((part) => /^(?:thead|tbody|tfoot)$/.test(part.localName));
    for (const part of parts.length > 0 ? parts : [node]) {
      for (const row of children(part, "tr")) {
        this.#blocks += 1;
        rows.push({ header: part.localName === "thead", cells: this.#cells(row, depth) });
      }
    }
    return { kind: "table", caption: words(at(node, "caption")), rows };
  }

  #cells(row: Element, depth: number): CcdaRow["cells"] {
    return [...row.children]
      .filter((cell) => cell.localName === "td" || cell.localName === "th")
      .map((cell) => ({
        header: cell.localName === "th",
        span: spanOf(cell, "colspan"),
        rows: spanOf(cell, "rowspan"),
        blocks: this.blocks(cell, depth + 1),
      }));
  }
}

function spanOf(cell: Element, name: string): number {
  const value = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(value) && value > 0 && value <= 100 ? value : 1;
}

function inlineRuns(node: Element, style: Omit<CcdaRun, "text">, depth: number): CcdaRun[] {
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
  return [...node.childNodes].flatMap((child) => {
    if (child instanceof Element) return inlineRuns(child, here, depth + 1);
    return isText(child) ? [{ text: (child.nodeValue ?? "").replaceAll(/\s+/g, " "), ...here }] : [];
  });
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
  const sections = children(body, "component").flatMap((component) => children(component, "section"));
  return {
    title: words(at(root, "title")) || "Clinical document",
    ...headerFacts(root),
    sections: sections.map((section) => reader.section(section, 0)),
  };
}
