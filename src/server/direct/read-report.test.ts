import { describe, expect, it } from "vitest";
import { readMail } from "./read-mail.ts";
import { hispLetter, mdn, postfixDsn } from "./test-reports.ts";

const about = "one@direct.example";
const reportOf = async (source: Uint8Array | string) =>
  (await readMail(typeof source === "string" ? Buffer.from(source) : source)).report;

describe("a letter that reports another", () => {
  it.each([
    ["processed", "processed"],
    ["dispatched", "delivered"],
    ["displayed", "delivered"],
    ["failed", "failed"],
    ["processed/error", "failed"],
  ])("is read as an MDN: %s", async (disposition, kind) => {
    expect(await reportOf(mdn(disposition, { about, more: "Failure: 5.7.11 not trusted" }))).toMatchObject({
      about: [about],
      from: "doctor@elsewhere.example",
      recipients: [
        { addresses: ["DOCTOR@ELSEWHERE.EXAMPLE"], kind, status: "5.7.11", reason: "5.7.11 not trusted" },
      ],
    });
  });

  it("is read as a DSN, by the returned headers", async () => {
    expect(await reportOf(postfixDsn("failed", { about }))).toMatchObject({
      about: [about],
      recipients: [
        {
          addresses: ["doctor@elsewhere.example", "inner@elsewhere.example"],
          kind: "failed",
          status: "5.1.1",
          reason: expect.stringMatching(/^550 5\.1\.1 .*User unknown in local recipient table$/),
        },
      ],
    });
    expect(await reportOf(postfixDsn("delayed", { about }))).toMatchObject({
      recipients: [{ kind: "delayed" }],
    });
    expect(await reportOf(postfixDsn("delivered", { about }))).toBeUndefined();
  });

  it("is read as a mail service’s plain letter", async () => {
    expect(await reportOf(hispLetter({ about }))).toMatchObject({
      about: [about],
      recipients: [{ addresses: ["doctor@elsewhere.example"], kind: "failed" }],
    });
    expect(await reportOf(hispLetter({ about, from: "doctor@elsewhere.example" }))).toBeUndefined();
  });

  it("is none without recipient, ID or disposition", async () => {
    const text = mdn("dispatched", { about }).toString();
    for (const broken of [
      text.replace(/Final-Recipient.*\r\n/, ""),
      text.replace(/Original-Message-ID.*\r\n/, ""),
      text.replace(/Disposition:.*\r\n/, ""),
      text.replace(";dispatched", ";denied"),
      text.replace("message/disposition-notification", "text/plain"),
    ])
      expect(await reportOf(broken)).toBeUndefined();
  });

  it("costs little, however it is made", async () => {
    const startedAt = performance.now();
    const parts = postfixDsn("failed", { about }).toString();
    for (const filling of [
      "x".repeat(2_000_000),
      "a:\n ".repeat(300_000),
      "\n\n".repeat(300_000),
      "<".repeat(2_000_000),
    ]) {
      await reportOf(parts.replace("Reporting-MTA", `${filling}\r\nReporting-MTA`));
      await reportOf(hispLetter({ about }).toString().replace("We have", filling));
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
