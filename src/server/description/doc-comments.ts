/// <reference types="vite/types/importMeta.d.ts" />
/** Says what a wire operation or member means, in the words of its doc comment in `contract/`. */
export interface DocComments {
  /** Of the operation defined under this key, without its name and the words "an extension". */
  readonly ofOperation: (key: string) => string;
  /** Of the members of a request or answer, where they have one in the operation or beside it in its file. */
  readonly ofMembers: (operationKey: string, part: "request" | "response") => ReadonlyMap<string, string>;
}

// The sources stand in the build as text, so that each comment has one owner. Loaded only by who asks for a description.
const sources = import.meta.glob<string>("/src/contract/operations/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

const commented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export const )?(\w+)\s*[:=]/g;

function plain(comment: string): string {
  return comment
    .replaceAll(/^\s*\*? ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** "ListVisits, an extension: the clinic's visits." becomes "The clinic’s visits." */
function withoutName(text: string): string {
  const said = text.replace(/^[\w ()-]+, an extension[:.]\s*/, "").replaceAll(/ \(interface [\d., ]+\)/g, "");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** By name; a name that is there twice may have other meanings. */
function textsIn(source: string): Map<string, string> {
  const texts = new Map<string, string>();
  const twice = new Set<string>();
  for (const [, comment = "", name = ""] of source.matchAll(commented)) {
    if (texts.has(name)) twice.add(name);
    texts.set(name, plain(comment));
  }
  for (const name of twice) texts.delete(name);
  return texts;
}

const defined = /export const (\w+) = define(?:Operation|Extension)\(([\s\S]*?)\n\}\);/g;

export function readDocComments(): DocComments {
  const operations = new Map<string, string>();
  const members = new Map<string, ReadonlyMap<string, string>>();
  for (const source of Object.values(sources)) {
    const all = textsIn(source);
    const beside = textsIn(source.replaceAll(defined, ""));
    const parts = Array.from(source.matchAll(defined), ([, key = "", body = ""]) => {
      const [request = "", response = ""] = body.split(/^ {2}response:/m);
      return { key, request, response };
    });
    for (const part of ["request", "response"] as const) {
      // Requests beside each other mean the same by a name, where only one says what.
      const shared = textsIn(parts.map((each) => each[part]).join("\n"));
      for (const each of parts)
        members.set(`${each.key} ${part}`, new Map([...beside, ...shared, ...textsIn(each[part])]));
    }
    for (const { key } of parts) operations.set(key, withoutName(all.get(key) ?? ""));
  }
  return {
    ofOperation: (key) => operations.get(key) ?? "",
    ofMembers: (key, part) => members.get(`${key} ${part}`) ?? new Map(),
  };
}
