/** The ASCII (punycode) form of a host name by the platform's own URL parser; undefined when it is none. */
export function domainToAscii(domain: string): string | undefined {
  if (domain === "" || /[\s/\\?#@:%[\]]/.test(domain)) return undefined;
  try {
    return new URL(`https://${domain}/`).hostname;
  } catch {
    return undefined;
  }
}
