export interface MailLink {
  href: string;
  text: string;
}

export interface LinkReading {
  /** `web` opens in a new window, `mail` in the composer, `phone` is only shown. */
  kind: "web" | "mail" | "phone";
  /** The host in Unicode as a person reads it, and in ASCII as the network uses it. */
  host: string;
  warnings: string[];
}

/** The address a link may have: absolute http(s), mailto or tel. Anything else gives undefined and is not a link. */
export function safeHref(raw: string): string | undefined {
  // The platform's parser drops tabs, line breaks and leading control characters just as a click would.
  const text = raw.trim();
  let url: URL;
  try {
    url = new URL(text.startsWith("//") ? `https:${text}` : text);
  } catch {
    return undefined;
  }
  return ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined;
}

/** The host that a link's text claims, if it looks like an address. */
function claimedHost(text: string): string | undefined {
  const match = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#]|\s*$)/iu.exec(text);
  return match?.[1]?.toLowerCase().replace(/^www\./, "");
}

function sameSite(claimed: string, host: string): boolean {
  const bare = host.replace(/^www\./, "");
  return bare === claimed || bare.endsWith(`.${claimed}`);
}

const shorteners =
  /^(?:bit\.ly|t\.co|tinyurl\.com|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|lnkd\.in)$/;

function webWarnings(url: URL, text: string): string[] {
  const warnings: string[] = [];
  const host = url.hostname;
  const claimed = claimedHost(text);
  let claimedAscii = claimed;
  try {
    if (claimed !== undefined) claimedAscii = new URL(`https://${claimed}`).hostname;
  } catch {
    claimedAscii = claimed;
  }
  if (claimed !== undefined && claimedAscii !== undefined && !sameSite(claimedAscii, host)) {
    warnings.push(`The link says ${claimed} but goes to ${host}.`);
  }
  if (/(?:^|\.)xn--/.test(host)) {
    warnings.push("The address has letters that can pass for others; its real spelling is shown below.");
  }
  if (url.username !== "" || url.password !== "") {
    warnings.push(`The part before the @ isn’t the site: the link goes to ${host}.`);
  }
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith("[")) {
    warnings.push("It goes to a numeric address, not to a named site.");
  }
  if (shorteners.test(host))
    warnings.push("It is a shortened link: you can’t see where it goes until you open it.");
  if (url.port !== "") warnings.push(`It uses an unusual port, ${url.port}.`);
  if (url.protocol === "http:") warnings.push("The connection would not be encrypted (http).");
  return warnings;
}

export function readLink(link: MailLink): LinkReading {
  const url = new URL(link.href);
  if (url.protocol === "mailto:") return { kind: "mail", host: url.pathname, warnings: [] };
  if (url.protocol === "tel:") return { kind: "phone", host: url.pathname, warnings: [] };
  return { kind: "web", host: url.hostname, warnings: webWarnings(url, link.text) };
}
