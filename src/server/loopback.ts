import { isIP } from "node:net";

/** True for a host of this machine alone; `127.0.0.1.example` is a name like any other. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, "").toLowerCase();
  return plain === "localhost" || plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}
