/**
 * The document of the frame before a letter is put into it: constant, so that it can be trusted as it stands. Its policy
 * comes on top of the page's, which the frame inherits.
 */
const shell = `<!doctype html><html lang=""><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-src 'none'"><meta name="referrer" content="no-referrer"><title>Message</title></head><body></body></html>`;

interface Policy {
  createHTML(input: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(input: string): string }): Policy;
}

// Trusted Types are not in TypeScript's DOM library; where the browser lacks them the text itself serves.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy("mail-shell", { createHTML: () => shell });

// The cast is the assignment of a TrustedHTML where the library still says string.
export const trustedShell = (policy === undefined ? shell : policy.createHTML("")) as string;
