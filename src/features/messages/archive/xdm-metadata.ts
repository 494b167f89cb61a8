import { parseXml } from "#room/features/messages/trusted-types.ts";

/** What an XDM archive says of one of its documents. */
export interface XdmDocument {
  /** The path of its file. */
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
function slotOf(node: Element, name: string): string {
  const slot = inside(node, "Slot").find((each) => each.getAttribute("name") === name);
  return inside(inside(slot, "ValueList")[0], "Value")
    .map((value) => (value.textContent ?? "").trim().replace(/^\d+\|/, ""))
    .join("");
}

/** The documents of a METADATA.XML, whose file names are relative to its own folder; none if it cannot be read. */
export function readXdmMetadata(xml: string, folder: string): XdmDocument[] {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return [];
  const tree = parseXml(xml.replace(/^\uFEFF/, ""));
  if (tree.querySelector("parsererror") !== null) return [];
  return [...tree.getElementsByTagNameNS("*", "ExtrinsicObject")].flatMap((document) => {
    const uri = slotOf(document, "URI");
    if (uri === "") return [];
    const classes = inside(document, "Classification");
    const types = typeSchemes.map((scheme) =>
      nameOf(classes.find((each) => each.getAttribute("classificationScheme") === scheme)),
    );
    return [{ path: folder + uri, title: nameOf(document), type: types.find(Boolean) ?? "" }];
  });
}
