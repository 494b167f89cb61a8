import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (bytes: Buffer) => bytes.toString("base64url");

interface CeremonyOptions {
  readonly challenge: string;
  readonly origin?: string;
  /** Whether it verified its user. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** A passkey in memory (ES256, attestation none), for tests of the server; the browser test uses the browser's own. */
export function testAuthenticator(rpId: string, usualOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let count = 0;

  function clientData(type: string, { challenge, origin = usualOrigin }: CeremonyOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
  function authenticatorData(
    { isVerified = true, counter }: CeremonyOptions,
    more: Buffer = Buffer.alloc(0),
  ): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter ?? (count += 1), 1);
    return Buffer.concat([sha256(rpId), tail, more]);
  }
  const named = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} };
  return {
    id: base64url(id),
    /** Creates a new passkey for a challenge. */
    make(options: CeremonyOptions) {
      const point = (label: number, value: string) =>
        Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, "base64url")]);
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
        point(0x21, x),
        point(0x22, y),
      ]);
      const data = authenticatorData(
        options,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]),
      );
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const clientDataJSON = base64url(clientData("webauthn.create", options));
      return {
        ...named,
        response: { clientDataJSON, attestationObject: base64url(attestationObject), transports: ["usb"] },
      };
    },
    /** Signs a challenge. */
    prove(options: CeremonyOptions) {
      const client = clientData("webauthn.get", options);
      const data = authenticatorData(options);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
