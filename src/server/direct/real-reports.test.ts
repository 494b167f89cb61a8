import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMail } from "./read-mail.ts";

/** As postfix 3.7.11 and exim 4.96 wrote them on a test machine, to invented addresses. */
const read = async (name: string) =>
  (await readMail(readFileSync(join(import.meta.dirname, "real-reports", `${name}.eml`)))).report;

const full = { status: "5.2.2", reason: "552 5.2.2 Mailbox full" };
const refused = expect.stringMatching(/^connect to .*: Connection refused$/);
const noDomain = expect.stringMatching(/^Host or domain name not found\./);

test.each([
  ["postfix-full", "full.elsewhere", { kind: "failed", ...full }],
  ["postfix-expired", "x.gone", { kind: "failed", status: "4.4.1", reason: refused }],
  ["postfix-delayed", "x.gone", { kind: "delayed", status: "4.4.1", reason: refused }],
  ["postfix-no-domain", "x.no-such-domain", { kind: "failed", status: "5.4.4", reason: noDomain }],
  // Exim says 5.0.0, and the reason in the other server's answer or in its own text alone.
  ["exim-full", "full.elsewhere", { kind: "failed", ...full }],
  ["exim-unknown", "nobody.direct", { kind: "failed", status: "5.0.0", reason: "Unknown user" }],
  ["exim-unreachable", "x.gone", { kind: "failed", status: "5.0.0", reason: "retry timeout exceeded" }],
  ["exim-delayed", "x.gone", { kind: "delayed", status: "4.0.0" }],
])("a real report is read: %s", async (name, about, told) => {
  expect(await read(name)).toMatchObject({
    about: [`${about}.example.1@direct.example`],
    from: expect.stringMatching(/^mailer-daemon@hisp\.example$/i),
    recipients: [{ addresses: [`${about.replace(".", "@")}.example`], ...told }],
  });
});
