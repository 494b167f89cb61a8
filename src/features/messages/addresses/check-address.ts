import { parseAddresses } from "./parse-addresses.ts";

/** The ASCII (punycode) form of a host name, using the platform's URL parser; undefined if invalid. */
function domainToAscii(domain: string): string | undefined {
  if (domain === "" || /[\s/\\?#@:%[\]]/.test(domain)) return undefined;
  try {
    return new URL(`https://${domain}/`).hostname;
  } catch {
    return undefined;
  }
}

export type AddressConcern =
  | "form"
  | "consumer"
  | "not-direct"
  | "outside"
  | "unreachable"
  | "missing"
  | "unread";

/** What is known of where messages go. */
export interface Reach {
  /** The domains of this user's clinic; empty if unknown. */
  readonly ownDomains: readonly string[];
  /** False: messages reach only the clinic's own mailboxes. */
  readonly reachesOutside: boolean;
  /** Addresses of the clinic’s own domains that nobody there has, in lower case. */
  readonly missing?: ReadonlySet<string> | undefined;
  /** Those of people who no longer have access. */
  readonly unread?: ReadonlySet<string> | undefined;
}

export interface AddressFinding {
  concern: AddressConcern;
  /** It cannot be sent there. */
  blocks: boolean;
  message: string;
}

/** Public email providers: none of them is a Direct service, and mail to them is not protected. */
const consumerDomains = new Set([
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "ymail.com",
  "outlook.com",
  "hotmail.com",
  "live.com",
  "msn.com",
  "icloud.com",
  "me.com",
  "mac.com",
  "aol.com",
  "gmx.com",
  "gmx.net",
  "proton.me",
  "protonmail.com",
  "comcast.net",
  "mail.com",
]);

const localPart =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*|"(?:[^"\\\r\n]|\\.)+")$/;
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

/** What is wrong with an address's format, in words; undefined if it is valid. */
export function formFault(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  if (address === "" || at < 0) return "has no @";
  const local = address.slice(0, at);
  const domain = domainToAscii(address.slice(at + 1));
  if (local === "") return "has nothing before the @";
  if (local.length > 64) return "has more than 64 characters before the @";
  if (!localPart.test(local)) return "has a character before the @ that isn’t allowed";
  if (domain === undefined || domain === "") return "has no domain after the @";
  if (address.length > 254) return "is longer than 254 characters";
  const labels = domain.split(".");
  if (labels.length < 2) return "has a domain without a dot";
  if (!labels.every((part) => label.test(part))) return "has a domain that can’t exist";
  if (/^\d+$/.test(labels.at(-1) ?? "")) return "has a number where a domain ends";
  return undefined;
}

/** A Direct address has a domain of its own, by convention `direct.…` (Direct Project, Applicability Statement). */
function looksDirect(domain: string): boolean {
  return domain.split(".").some((part) => /direct|hisp/.test(part));
}

/** Whether the domain is one of the clinic's own or a subdomain of one. */
export function isOwnDomain(domain: string, own: readonly string[]): boolean {
  return own.some((mine) => domain === mine || domain.endsWith(`.${mine}`));
}

export function checkAddress(
  address: string,
  { ownDomains: own, reachesOutside, missing, unread }: Reach,
): AddressFinding[] {
  const fault = formFault(address);
  if (fault !== undefined) {
    return [{ concern: "form", blocks: true, message: `“${address}” ${fault}.` }];
  }
  const key = address.toLowerCase();
  const isMissing = missing?.has(key) === true;
  if (isMissing || unread?.has(key)) {
    const message = `Nobody at your clinic ${isMissing ? "has the address" : "reads messages to"} ${address}.`;
    return [{ concern: isMissing ? "missing" : "unread", blocks: isMissing && !reachesOutside, message }];
  }
  const domain = domainOf(address);
  const findings: AddressFinding[] = [];
  const outside = own.length > 0 && !isOwnDomain(domain, own);
  if (outside && !reachesOutside) {
    const message = `${domain} can’t be reached: this clinic has no mail service for other domains yet. Ask your administrator.`;
    return [{ concern: "unreachable", blocks: true, message }];
  }
  if (consumerDomains.has(domain)) {
    const message = `${domain} is ordinary e-mail, not Direct: what you send there isn’t protected and will likely be rejected.`;
    findings.push({ concern: "consumer", blocks: false, message });
  } else if (!looksDirect(domain) && (own.length === 0 || outside)) {
    const message = `${domain} doesn’t look like a Direct domain. An ordinary e-mail address won’t receive this.`;
    findings.push({ concern: "not-direct", blocks: false, message });
  }
  if (outside) {
    findings.push({ concern: "outside", blocks: false, message: `${domain} is outside your clinic.` });
  }
  return findings;
}

/** What blocks the addresses in a text that is still typed; nothing of one that may yet become the clinic's own. */
export function checkTyped(text: string, reach: Reach): AddressFinding[] {
  return parseAddresses(text)
    .map(({ address }) => address)
    .filter((address) => {
      const domain = domainOf(address);
      return !reach.ownDomains.some((own) => own !== domain && own.startsWith(domain));
    })
    .flatMap((address) => (formFault(address) ? [] : checkAddress(address, reach)))
    .filter(({ blocks }) => blocks);
}
