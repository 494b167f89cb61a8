import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** True for a proxy whose X-Forwarded-* is believed: by its address, or by how many stand between it and us. */
export type TrustsProxy = (address: string, hop: number) => boolean;

const mostHops = 10;

/** `::ffff:10.0.0.1` is 10.0.0.1, and a link's zone is no part of an address. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
}

function addTo(list: BlockList, word: string): boolean {
  const [address = "", bits, ...more] = word.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0 || address.includes("%")) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  if (bits === undefined) list.addAddress(address, family);
  else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
    list.addSubnet(address, Number(bits), family);
  else return false;
  return true;
}

/**
 * Reads TRUST_PROXY: how many proxies stand in front, each of which adds an address on the right, or their own addresses
 * and networks. `yes` is one. Undefined when the text is neither.
 */
export function trustedProxies(text: string): TrustsProxy | false | undefined {
  if (/^(no|false|off|0)$/i.test(text)) return false;
  const hops = /^(yes|true|on)$/i.test(text) ? 1 : /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (hops > 0) return hops > mostHops ? undefined : (_address, hop) => hop < hops;
  const list = new BlockList();
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0 || !words.every((word) => addTo(list, word))) return undefined;
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  };
}

/** An address as proxies write it: some add a port. Undefined for anything else, which the caller wrote. */
function addressIn(text: string): string | undefined {
  const word = text.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(word)?.[1] ?? /^([\d.]+):\d+$/.exec(word)?.[1] ?? word;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * Who calls. Every proxy adds on the right who called it, so it is read from there for as long as who wrote it is
 * trusted; what stands further left is whatever the caller wrote.
 */
export function remoteAddressOf(
  request: FastifyRequest,
  { trustProxy }: { readonly trustProxy: TrustsProxy | false },
): string {
  let address = request.socket.remoteAddress ?? "";
  const header = request.headers["x-forwarded-for"];
  if (trustProxy === false || header === undefined) return address;
  const written = (typeof header === "string" ? header : header.join(",")).split(",");
  for (let hop = 0; trustProxy(address, hop); hop += 1) {
    const before = written.pop();
    const next = before === undefined ? undefined : addressIn(before);
    if (next === undefined) return address;
    address = next;
  }
  return address;
}
