/**
 * The addresses of the console's pages, shared by its router and the server. `$name` matches any one segment.
 */
export const pageAddresses = {
  home: "/",
  signIn: "/sign-in",
  signInCallback: "/sign-in/callback",
  visits: "/visits",
  newVisit: "/visits/new",
  visit: "/visits/$eventId",
  visitById: "/visits/by-visit/$visitId",
  invoice: "/visits/by-visit/$visitId/invoice",
  overview: "/overview",
  figures: "/figures",
  reports: "/figures/reports",
  messages: "/messages",
  message: "/messages/$messageId",
  compose: "/messages/compose",
  diagnosis: "/diagnosis",
  /** The address people guess; redirects to the one above. */
  codes: "/codes",
  directory: "/directory",
  account: "/account",
  welcome: "/welcome",
  clinic: "/admin/clinic",
  people: "/admin/people",
  trail: "/admin/trail",
  health: "/admin/health",
  keys: "/admin/keys",
} as const;

/** Whether a path is one of the console's pages. */
export function isPageAddress(path: string): boolean {
  const parts = path.replace(/\/$/, "").split("/");
  return Object.values(pageAddresses).some((address) => {
    const wanted = address.replace(/\/$/, "").split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part === parts[at] || (part.startsWith("$") && parts[at] !== ""))
    );
  });
}
