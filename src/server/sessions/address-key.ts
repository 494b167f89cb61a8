import { isIPv6 } from "node:net";

/** An IPv6 subscriber gets at least a /64, so a whole /64 counts as one address. */
export function addressKey(remoteAddress: string): string {
  const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*/, "");
  if (!isIPv6(plain)) return plain;
  const halves = plain.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const [first = [], last = []] = halves;
  const gap = Array<string>(8 - first.length - last.length).fill("0");
  const groups = [...first, ...gap, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}
