import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { type Settings, WrongSetting } from "#room/server/settings.ts";

/** TLS 1.3, and the TLS 1.2 ciphers with forward secrecy and without CBC: Mozilla's "intermediate". */
const ciphers = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

async function readPem(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new WrongSetting(`${variable} must name a file that can be read, not '${path}'.`);
  }
}

/** TLS options from TLS_CERT and TLS_KEY; undefined for plain HTTP. */
export async function readTls({ tlsCert, tlsKey }: Pick<Settings, "tlsCert" | "tlsKey">) {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const pair = { cert: await readPem("TLS_CERT", tlsCert), key: await readPem("TLS_KEY", tlsKey) };
  const options = { ...pair, minVersion: "TLSv1.2" as const, ciphers };
  try {
    createSecureContext(options);
  } catch (error) {
    const message = "TLS_CERT and TLS_KEY must be a certificate and its key, in PEM files.";
    throw new WrongSetting(message, { cause: error });
  }
  return options;
}
