import { tinyFax } from "#e2e/hostile/tiny-fax.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { enter, expect, needs, test } from "#e2e/fixtures.ts";

needs("messages that can be read");

test("documents and faxes are read; wrong files say so", async ({ page, context, server }) => {
  await test.step("a C-CDA document is read without fetching its stylesheet", async () => {
    const foreign: string[] = [];
    context.on("request", (request) => {
      if (!request.url().startsWith(server.url) && !/^(?:blob|data):/.test(request.url()))
        foreign.push(request.url());
    });
    const xml = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="https://x.example/c.xsl"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>Transfer</title><recordTarget><patientRole><id root="2.16.840.1.113883.4.1" extension="123-45-6789"/><id root="1.2.3" extension="MRN 7"/><patient><name><given>Ada</given><family>Lane</family></name></patient></patientRole></recordTarget><documentationOf><serviceEvent><performer><assignedEntity><assignedPerson><name><given>Bo</given><family>Ray</family></name></assignedPerson></assignedEntity></performer></serviceEvent></documentationOf><componentOf><encompassingEncounter><effectiveTime value="20261102"/></encompassingEncounter></componentOf><component><structuredBody><component><section><title>Medications</title><text><table><thead><tr><th>Drug</th></tr></thead><tbody><tr><td>Amoxicillin <![CDATA[<b>500 mg</b>]]></td></tr></tbody></table><script xmlns="http://www.w3.org/1999/xhtml">top.ranHostile=1</script></text></section></component></structuredBody></component></ClinicalDocument>`;
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x">]><ClinicalDocument xmlns="urn:hl7-org:v3">&b;</ClinicalDocument>`;
    const file = (fileName: string, text: string) => ({
      fileName,
      contentType: "text/xml",
      base64: Buffer.from(text).toString("base64"),
    });
    const robin = await robinOf(server.url);
    const id = await deliver(robin, "C-CDA", {
      textBody: "attached",
      attachments: [file("c.xml", xml), file("bomb.xml", bomb)],
    });
    await enter(page, server.url, `/messages/${id}`);
    await page.getByRole("button", { name: "View: c.xml" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Ada Lane")).toBeVisible();
    await expect(
      dialog.getByRole("columnheader", { name: "Drug" }).or(dialog.getByRole("cell", { name: "Drug" })),
    ).toBeVisible();
    await expect(dialog.getByRole("cell", { name: "Amoxicillin <b>500 mg</b>" })).toBeVisible();
    await expect(dialog.getByRole("term").first()).toHaveText("Patient");
    expect(await dialog.getByRole("term").allTextContents()).toEqual([
      "Patient",
      "Date of service",
      "Performer",
      "Record number",
      "Social Security number",
    ]);
    await expect(dialog.getByText("MRN 7", { exact: true })).toBeVisible();
    // The page's stylesheet.
    await expect(dialog.getByText("Nov 2, 2026", { exact: true })).toBeVisible();
    await expect(dialog.getByText("123-45-6789")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Show Social Security number" }).click();
    await expect(dialog.getByText("123-45-6789")).toBeVisible();
    expect(await page.evaluate(() => "ranHostile" in window)).toBe(false);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("button", { name: "View: bomb.xml" }).click();
    await expect(page.getByText("This document cannot be read here")).toBeVisible();
    expect(foreign).toEqual([]);
  });
  await test.step("a fax reads page by page; a wrong file shows", async () => {
    const robin = await robinOf(server.url);
    const id = await deliver(robin, "Fax", {
      textBody: "attached",
      attachments: [
        { fileName: "fax.tif", contentType: "image/tiff", base64: tinyFax },
        { fileName: "cut.tif", contentType: "image/tiff", base64: tinyFax.slice(0, 64) },
        { fileName: "scan.pdf", contentType: "application/pdf", base64: tinyFax },
        { fileName: "none.txt", contentType: "text/plain", base64: "" },
      ],
    });
    await enter(page, server.url, `/messages/${id}`);
    await expect(page.getByText("Its name ends in “.pdf”, but its content is not a PDF.")).toBeVisible();
    await expect(page.getByText("The file is empty.")).toBeVisible();
    await page.getByRole("button", { name: "View: fax.tif" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Next page" }).click();
    const canvas = dialog.getByRole("img", { name: "fax.tif, page 2 of 2" });
    await expect
      .poll(() =>
        canvas.evaluate((element: HTMLCanvasElement) =>
          [50, 150].map((x) => element.getContext("2d")?.getImageData(x, 30, 1, 1).data[0]),
        ),
      )
      .toEqual([255, 0]);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("button", { name: "View: cut.tif" }).click();
    await expect(page.getByText("This TIFF can’t be shown here")).toBeVisible();
  });
  await test.step("a name hiding its type is made safe and reported", async () => {
    const robin = await robinOf(server.url);
    const id = await deliver(robin, "Names", {
      textBody: "attached",
      attachments: [
        {
          fileName: "../../scan\u202Efdp.exe",
          contentType: "application/pdf",
          base64: Buffer.from("MZ\0\0").toString("base64"),
        },
      ],
    });
    await enter(page, server.url, `/messages/${id}`);
    await expect(page.getByText("scanfdp.exe", { exact: true })).toBeVisible();
    await expect(page.getByText("Windows program")).toBeVisible();
    await expect(page.getByText("hidden characters that reverse its text")).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save scanfdp.exe" }).click();
    expect((await download).suggestedFilename()).toBe("scanfdp.exe");
  });
});

test("a C-CDA document too large shows its beginning", async ({ page, server }) => {
  const section = (title: string, table: string) =>
    `<component><section><title>${title}</title><text><table>${table}</table></text></section></component>`;
  const wide = `<tr>${'<td colspan="100" rowspan="100">wide</td>'.repeat(10_000)}</tr>`;
  const long = "<tr><td>long</td></tr>".repeat(100_000);
  const base64Of = (table: string) =>
    Buffer.from(
      `<ClinicalDocument xmlns="urn:hl7-org:v3"><component><structuredBody>${section("First", table)}${section("Last", "")}</structuredBody></component></ClinicalDocument>`,
    ).toString("base64");
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "Large", {
    textBody: "attached",
    attachments: Object.entries({ wide, long }).map(([name, table]) => ({
      fileName: `${name}.xml`,
      contentType: "text/xml",
      base64: base64Of(table),
    })),
  });
  await enter(page, server.url, `/messages/${id}`);
  for (const name of ["wide", "long"]) {
    await page.getByRole("button", { name: `View: ${name}.xml` }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Only the first part is shown; save it to see all.")).toBeVisible();
    await expect(dialog.getByRole("cell", { name }).first()).toBeVisible();
    await expect(dialog.getByText("Last")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
  }
});
