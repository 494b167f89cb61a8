import { invalidMember } from "#room/server/http/refusal.ts";

const anywhere = "http://site.invalid";
// Control characters are exactly what this refuses: browsers drop some of them, so "/\t/evil" would leave the site.
// oxlint-disable-next-line no-control-regex
const suspicious = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\\]/;

function isPathHere(text: string): boolean {
  if (text.length > 2000 || !text.startsWith("/") || text.includes(" ")) return false;
  // However often a careless reader decodes it, no form may lead off the site.
  let form = text;
  for (let round = 0; round < 4; round += 1) {
    if (form.startsWith("//") || suspicious.test(form)) return false;
    const { origin, pathname } = new URL(form, anywhere);
    if (origin !== anywhere || pathname.startsWith("//")) return false;
    let decoded: string;
    try {
      decoded = decodeURIComponent(form);
    } catch {
      return round > 0;
    }
    if (decoded === form) return true;
    form = decoded;
  }
  return false;
}

/**
 * Not shown by the interface: `continue` is echoed as referrerUrl if it is a path on this site, and refused otherwise,
 * so that a sign-in cannot be made to redirect elsewhere.
 */
export function checkedContinue(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text === "") return undefined;
  if (isPathHere(text)) return text;
  throw invalidMember("ArgumentException", "continue", "'continue' must be a path on this site.");
}
