import { strToU8, zipSync } from "fflate";
import { enter, expect, needs, test } from "#e2e/fixtures.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";

needs("messages that can be read");

const slot = (name: string, value: string) =>
  `<Slot name="${name}"><ValueList><Value>${value}</Value></ValueList></Slot>`;
const named = (value: string) => `<Name><LocalizedString value="${value}"/></Name>`;
const metadata = `<?xml version="1.0"?><lcm:SubmitObjectsRequest xmlns:lcm="urn:oasis:names:tc:ebxml-regrep:xsd:lcm:3.0"><RegistryObjectList xmlns="urn:oasis:names:tc:ebxml-regrep:xsd:rim:3.0"><ExtrinsicObject id="Document01" mimeType="text/xml">${slot("URI", "DOC0001.XML")}${named("Urgent care summary")}<Classification classificationScheme="urn:uuid:f0306f51-975f-434e-a61c-c59651d33983" nodeRepresentation="34133-9">${named("Summarization of Episode Note")}</Classification></ExtrinsicObject></RegistryObjectList></lcm:SubmitObjectsRequest>`;
const ccda = `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>Visit of Ada</title><component><structuredBody><component><section><title>Plan</title><text><paragraph>Rest and fluids</paragraph></text></section></component></structuredBody></component></ClinicalDocument>`;

const zipped = (files: Parameters<typeof zipSync>[0]) => Buffer.from(zipSync(files)).toString("base64");
const attachment = (fileName: string, base64: string) => ({
  fileName,
  contentType: "application/zip",
  base64,
});

test("an XDM archive lists its documents and opens them", async ({ page, server }) => {
  const xdm = zipped({
    "README.TXT": strToU8("Made by a sender"),
    "INDEX.HTM": strToU8("<html><script>top.ranHostile = 1</script>Index</html>"),
    IHE_XDM: { SUBSET01: { "METADATA.XML": strToU8(metadata), "DOC0001.XML": strToU8(ccda) } },
  });
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "XDM", {
    textBody: "attached",
    attachments: [
      attachment("xdm.zip", xdm),
      attachment("outside.zip", zipped({ "../out.txt": strToU8("x") })),
      attachment("cut.zip", Buffer.from(Buffer.from(xdm, "base64").subarray(0, 600)).toString("base64")),
    ],
  });
  await enter(page, server.url, `/messages/${id}`);
  await page.getByRole("button", { name: "View: xdm.zip" }).click();
  const dialog = page.getByRole("dialog");
  const documents = dialog.getByRole("list", { name: "Documents" });
  await expect(documents.getByRole("listitem")).toHaveCount(1);
  await expect(documents).toContainText("Urgent care summary");
  await expect(documents).toContainText("Summarization of Episode Note · C-CDA");
  const view = documents.getByRole("button", { name: "View: Urgent care summary" });
  await view.press("Enter");
  await expect(dialog.getByText("Rest and fluids")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Back to the archive" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(view).toBeFocused();
  // What is not a document is there too, and shown as text.
  await dialog.getByText("Other files (3)").click();
  await dialog.getByRole("button", { name: "View: INDEX.HTM" }).click();
  await expect(dialog.frameLocator("iframe").getByText("<script>")).toBeVisible();
  expect(await page.evaluate(() => "ranHostile" in window)).toBe(false);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View: outside.zip" }).click();
  await expect(dialog.getByText("points outside of the archive")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View: cut.zip" }).click();
  await expect(dialog.getByText("It is damaged, or protected by a password.")).toBeVisible();
});
