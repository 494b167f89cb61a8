/** The ASCII (punycode) form of a host name, using the platform's URL parser; undefined if invalid. */
export function domainToAscii(domain: string): string | undefined {
  if (domain === "" || /[\s/\\?#@:%[\]]/.test(domain)) return undefined;
  try {
    return new URL(`https://${domain}/`).hostname;
  } catch {
    return undefined;
  }
}
