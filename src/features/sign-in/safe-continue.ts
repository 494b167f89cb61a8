/** Where to go after sign-in: only an address of this console, to prevent open redirects. */
export function safeContinue(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return "/visits";
  try {
    const url = new URL(value, location.origin);
    if (url.origin !== location.origin || url.pathname.startsWith("/sign-in")) return "/visits";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/visits";
  }
}
