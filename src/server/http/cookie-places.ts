import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * The attributes of every cookie that a browser may have sent with a request: its path or one above it, for this host
 * alone or for a domain it is in. A browser ignores those that it does not have.
 */
export function placesOf({ raw, hostname }: FastifyRequest): string[] {
  const [path = ""] = (raw.url ?? "").split("?");
  const parts = path.split("/").slice(1, 12);
  const above = parts.flatMap((_part, at) => {
    const place = `/${parts.slice(0, at + 1).join("/")}`;
    return [place, `${place}/`];
  });
  const labels = isIP(hostname) === 0 ? hostname.split(".").slice(-8) : [];
  const domains = labels.map((_label, at) => `; Domain=${labels.slice(at).join(".")}`);
  return ["", ...domains].flatMap((domain) => ["/", ...above].map((path) => `Path=${path}${domain}`));
}
