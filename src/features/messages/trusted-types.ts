/**
 * The frame's document before a message is inserted: a constant, so that it can be trusted as is. Its policy applies on
 * top of the page's, which the frame inherits.
 */
const shell = `<!doctype html><html lang=""><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-src 'none'"><meta name="referrer" content="no-referrer"><title>Message</title></head><body></body></html>`;

interface Rules {
  createHTML(input: string): string;
  createScriptURL(input: string): string;
}
/** A policy returns a trusted object; typed as a string, because TypeScript's library still requires one. */
interface PolicyFactory {
  createPolicy(name: string, rules: Rules): Rules;
}

// Trusted Types are missing from TypeScript's DOM library. The policy stays in this file: it lets any text through, and
// each function below is one use of it that is safe for its own reason. The page's policy names it "messages".
const factory: PolicyFactory | undefined = Reflect.get(globalThis, "trustedTypes");
const policy = factory?.createPolicy("messages", {
  createHTML: (text) => text,
  createScriptURL: (address) => address,
});

/** The empty document of a message's frame: a constant. */
export function trustedShell(): string {
  return policy === undefined ? shell : policy.createHTML(shell);
}

/** XML parsed into a tree that is only read and never inserted into a page. */
export function parseXml(text: string): Document {
  const trusted = policy === undefined ? text : policy.createHTML(text);
  return new DOMParser().parseFromString(trusted, "application/xml");
}

/** The URL of one of our own scripts; any other origin is refused. */
export function trustedScriptAddress(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError("not our own script");
  return policy === undefined ? address : policy.createScriptURL(address);
}
