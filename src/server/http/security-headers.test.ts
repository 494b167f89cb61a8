import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consoleHeaders } from "./security-headers.ts";

const conf = join(import.meta.dirname, "..", "..", "..", ".docs", "deploy", "nginx.conf");

test("a web server for plain files sends the same policy", () => {
  const lines = readFileSync(conf, "utf8").matchAll(/^\tadd_header (\S+) (?:"([^"]*)"|(\S+)) always;$/gm);
  const sent = new Map(
    [...lines].map(([, name = "", quoted, plain]) => [name.toLowerCase(), quoted ?? plain]),
  );
  const policy = "content-security-policy";
  const ours = { ...consoleHeaders(false) };
  ours[policy] = String(ours[policy]).replace(
    "connect-src 'self'",
    "connect-src 'self' https://api.clinic.example",
  );
  for (const [name, value] of Object.entries(ours)) expect(sent.get(name), name).toBe(value);
});
