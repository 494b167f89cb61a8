import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { join } from "node:path";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";

needs("a server of ours");

test("HTTPS by settings marks the cookie and sends HSTS", async () => {
  const server = new ServerProcess();
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(server.folder, name));
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${cert}`;
  try {
    execFileSync("openssl", words.split(" "), { stdio: "ignore" });
  } catch {
    test.skip(true, "openssl is not on this machine");
  }
  const secure = new ServerProcess({ TLS_CERT: cert ?? "", TLS_KEY: key ?? "" });
  await secure.start();
  expect(secure.output).toContain("Listening on https://127.0.0.1:");
  const port = new URL(secure.url).port;
  const answer = await new Promise<{ status?: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = request({ port, path: "/auth", method: "POST", rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      });
      sent.on("error", reject);
      sent.end(JSON.stringify({ userName: "casey", password: passwordOf("casey") }));
    },
  );
  expect(answer.status).toBe(200);
  expect(String(answer.headers["set-cookie"])).toContain("; Secure");
  expect(answer.headers["strict-transport-security"]).toContain("max-age=");

  // No old version and no CBC, which scanners and auditors reject.
  const tls = (options: ConnectionOptions = {}) =>
    new Promise<{ serial: string; protocol: string | null } | "refused">((resolve) => {
      const socket = connectTls({ port: Number(port), rejectUnauthorized: false, ...options }, () => {
        resolve({ serial: socket.getPeerCertificate().serialNumber, protocol: socket.getProtocol() });
        socket.destroy();
      });
      socket.on("error", () => resolve("refused"));
    });
  expect(await tls({ maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT:@SECLEVEL=0" })).toBe(
    "refused",
  );
  const cbc = "ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:ECDHE-RSA-AES128-SHA:AES128-SHA";
  expect(await tls({ maxVersion: "TLSv1.2", ciphers: cbc })).toBe("refused");
  expect(await tls({ maxVersion: "TLSv1.2" })).toMatchObject({ protocol: "TLSv1.2" });
  const before = await tls();
  expect(before).toMatchObject({ protocol: "TLSv1.3" });

  // A renewed certificate is served from the signal on; a broken one changes nothing.
  execFileSync("openssl", words.split(" "), { stdio: "ignore" });
  process.kill(secure.pid, "SIGHUP");
  await expect.poll(tls).not.toEqual(before);
  const renewed = await tls();
  writeFileSync(cert ?? "", "no certificate");
  process.kill(secure.pid, "SIGHUP");
  await expect.poll(() => secure.output).toContain("The old certificate stays in use.");
  expect(await tls()).toEqual(renewed);
  await secure.dispose();
  await server.dispose();
});
