import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Whether a proxy's X-Forwarded-* is trusted: by its address, or by its distance from us. */
export type TrustsProxy = (address: string, hop: number) => boolean;

const maxHops = 10;

/** Without a link-local zone. */
const plainAddress = (address: string) => address.replace(/%.*/, "");

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
 * Parses TRUST_PROXY: how many proxies are in front, each appending an address on the right, or their addresses and
 * networks. `yes` means one. Undefined when invalid.
 */
export function trustedProxies(text: string): TrustsProxy | false | undefined {
  if (/^(no|false|off|0)$/i.test(text)) return false;
  const hops = /^(yes|true|on)$/i.test(text) ? 1 : /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (hops > 0) return hops > maxHops ? undefined : (_address, hop) => hop < hops;
  const list = new BlockList();
  const words = text.split(/[\s,]/).filter((word) => word !== "");
  if (words.length === 0 || !words.every((word) => addTo(list, word))) return undefined;
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  };
}

/** An address as proxies write it, some with a port. Undefined for anything else, which the caller wrote. */
function addressIn(text: string): string | undefined {
  const word = text.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(word)?.[1] ?? /^([\d.]+):\d+$/.exec(word)?.[1] ?? word;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * The caller's address. Each proxy appends its caller on the right, so it is read from there while the writer is
 * trusted; anything further left is whatever the caller wrote.
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
