/// <reference types="vite/types/importMeta.d.ts" />
/** Says what a wire operation or member means, in the words of its doc comment in `contract/`. */
export interface DocComments {
  /** Of the operation defined under this key, without its name and the words "an extension". */
  readonly ofOperation: (key: string) => string;
  /** Of a member of a request or answer defined in an operation's own file; undefined when it has none. */
  readonly ofMember: (operationKey: string, member: string) => string | undefined;
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

export function readDocComments(): DocComments {
  const operations = new Map<string, string>();
  const members = new Map<string, ReadonlyMap<string, string>>();
  for (const source of Object.values(sources)) {
    const texts = new Map<string, string>();
    const twice = new Set<string>();
    for (const [, comment = "", name = ""] of source.matchAll(commented)) {
      // A request and its answer may each have a member of this name.
      if (texts.has(name)) twice.add(name);
      texts.set(name, plain(comment));
    }
    for (const name of twice) texts.delete(name);
    for (const [, key = ""] of source.matchAll(/export const (\w+) = define(?:Operation|Extension)\(/g)) {
      operations.set(key, withoutName(texts.get(key) ?? ""));
      members.set(key, texts);
    }
  }
  return {
    ofOperation: (key) => operations.get(key) ?? "",
    ofMember: (key, member) => members.get(key)?.get(member),
  };
}
