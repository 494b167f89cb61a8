import { isIP } from "node:net";

/** True only for a host on this machine; `127.0.0.1.example` is an ordinary name. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, "").toLowerCase();
  return plain === "localhost" || plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}
