import { parseXml } from "#room/features/messages/trusted-types.ts";
import {
  receivedFile,
  type ReceivedAttachment,
} from "#room/features/messages/reading/received-attachment.ts";
import type { ArchivedFile } from "./open-archive.ts";

interface XdmDocument {
  path: string;
  title: string;
  /** "Summarization of Episode Note". */
  type: string;
}

/** IHE ITI TF-3, 4.2.3.2: the classification schemes of typeCode, else classCode. */
const typeSchemes = [
  "urn:uuid:f0306f51-975f-434e-a61c-c59651d33983",
  "urn:uuid:41a5887f-8865-4c09-adf7-e362475b143a",
];

const inside = (node: Element | undefined, name: string): Element[] =>
  node ? [...node.children].filter((child) => child.localName === name) : [];

function nameOf(node: Element | undefined): string {
  const [text] = inside(inside(node, "Name")[0], "LocalizedString");
  return (text?.getAttribute("value") ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 200);
}

/** Long values are written as parts "1|…", "2|…". */
function uriOf(node: Element): string {
  const slot = inside(node, "Slot").find((each) => each.getAttribute("name") === "URI");
  return inside(inside(slot, "ValueList")[0], "Value")
    .map((value) => (value.textContent ?? "").trim().replace(/^\d+\|/, ""))
    .join("");
}

/** The documents of a METADATA.XML, whose file names are relative to its own folder; none if it cannot be read. */
function readXdmMetadata(xml: string, folder: string): XdmDocument[] {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return [];
  const tree = parseXml(xml.replace(/^\uFEFF/, ""));
  if (tree.querySelector("parsererror") !== null) return [];
  return [...tree.getElementsByTagNameNS("*", "ExtrinsicObject")].flatMap((document) => {
    const uri = uriOf(document);
    if (uri === "") return [];
    const classes = inside(document, "Classification");
    const types = typeSchemes.map((scheme) =>
      nameOf(classes.find((each) => each.getAttribute("classificationScheme") === scheme)),
    );
    return [{ path: folder + uri, title: nameOf(document), type: types.find(Boolean) ?? "" }];
  });
}

export interface ArchivedDocument {
  title: string;
  /** What the sender calls its kind; empty if it is not said. */
  type: string;
  file: ReceivedAttachment;
}

export interface ArchiveContent {
  documents: ArchivedDocument[];
  /** What belongs to the archive itself: an index, style sheets, the metadata. */
  others: ArchivedDocument[];
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** The documents by their titles, in the order of the metadata; without readable metadata all files by their names. */
export function archivedDocuments(files: readonly ArchivedFile[]): ArchiveContent {
  const described = files
    .filter(({ path }) => /(?:^|\/)METADATA\.XML$/i.test(path))
    .flatMap(({ path, bytes }) => readXdmMetadata(new TextDecoder().decode(bytes), folderOf(path)));
  const byPath = new Map(files.map((file) => [file.path.toLowerCase(), file]));
  const shown = new Set<ArchivedFile>();
  const documents = described.flatMap(({ path, title, type }) => {
    const file = byPath.get(path.toLowerCase());
    if (!file || shown.has(file)) return [];
    shown.add(file);
    return [documentOf(file, title, type)];
  });
  const others = files.filter((file) => !shown.has(file)).map((file) => documentOf(file));
  return documents.length > 0 ? { documents, others } : { documents: others, others: [] };
}

function documentOf({ path, bytes }: ArchivedFile, title = "", type = ""): ArchivedDocument {
  const file = receivedFile({
    key: path,
    sentName: path.slice(path.lastIndexOf("/") + 1),
    claimed: "",
    start: bytes.subarray(0, 8192),
    size: bytes.length,
    // Its own copy: a Blob takes no bytes that could be shared.
    blobAs: (contentType) => Promise.resolve(new Blob([new Uint8Array(bytes)], { type: contentType })),
  });
  return { title: title || file.name, type, file };
}
