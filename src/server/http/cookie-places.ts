import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Nothing else is written into an answer's header; what an address has more of is left out. */
const isPlain = (part: string) => /^[\w.~-]+$/.test(part);
const most = 3;

/**
 * The attributes of every cookie that a browser may have sent with a request: its path or one above it, for this host
 * alone or for a domain it is in. A browser ignores those that it does not have.
 */
export function placesOf({ raw, hostname }: FastifyRequest): string[] {
  const [path = ""] = (raw.url ?? "").split("?");
  const parts = path.split("/").slice(1, 1 + most);
  const above = parts.flatMap((_part, at) => {
    const place = `/${parts.slice(0, at + 1).join("/")}`;
    return parts.slice(0, at + 1).every(isPlain) ? [place, `${place}/`] : [];
  });
  const labels = isPlain(hostname) && isIP(hostname) === 0 ? hostname.split(".").slice(-most) : [];
  // No browser keeps a cookie of a whole top-level domain.
  const domains = labels.slice(0, -1).map((_label, at) => `; Domain=${labels.slice(at).join(".")}`);
  return ["", ...domains].flatMap((domain) => ["/", ...above].map((path) => `Path=${path}${domain}`));
}
