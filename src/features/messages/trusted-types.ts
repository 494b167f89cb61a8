/**
 * The document of the frame before a letter is put into it: constant, so that it can be trusted as it stands. Its policy
 * comes on top of the page's, which the frame inherits.
 */
const shell = `<!doctype html><html lang=""><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-src 'none'"><meta name="referrer" content="no-referrer"><title>Message</title></head><body></body></html>`;

interface Rules {
  createHTML(input: string): string;
  createScriptURL(input: string): string;
}
/** What a policy makes is a trusted object; it is a string here, since TypeScript's library still asks for one. */
interface PolicyFactory {
  createPolicy(name: string, rules: Rules): Rules;
}

// Trusted Types are not in TypeScript's DOM library. The policy stays in this file: it lets any text through, and each
// function below is one use of it that is safe for its own reason. The page's policy names it "messages".
const factory: PolicyFactory | undefined = Reflect.get(globalThis, "trustedTypes");
const policy = factory?.createPolicy("messages", {
  createHTML: (text) => text,
  createScriptURL: (address) => address,
});

/** The empty document of a letter's frame: a constant. */
export function trustedShell(): string {
  return policy === undefined ? shell : policy.createHTML(shell);
}

/** HTML of clean nodes, for a document's own insert command; what it was made of came through `richNodes`. */
export function trustedRichHtml(nodes: DocumentFragment): string {
  const holder = document.createElement("div");
  holder.append(nodes);
  return policy === undefined ? holder.innerHTML : policy.createHTML(holder.innerHTML);
}

/** XML parsed into a tree that is only read and never put into a page. */
export function parseXml(text: string): Document {
  const trusted = policy === undefined ? text : policy.createHTML(text);
  return new DOMParser().parseFromString(trusted, "application/xml");
}

/** The address of a script of our own; any other origin is refused. */
export function trustedScriptAddress(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError("not our own script");
  return policy === undefined ? address : policy.createScriptURL(address);
}
