import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { field, newVisit } from "#e2e/pages/editor.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildGuid } from "#room/testing/builders.ts";

needs("a server of ours");
// A clerk 25 hours ahead of the clinic: nowhere is it the same day.
const [clinic, clerk] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];
test.use({ timezoneId: clerk });

const dayIn = (timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone, month: "2-digit", day: "2-digit", year: "numeric" }).format();

test("a visit’s day is the clinic’s, or its practice’s own", async ({ page }) => {
  const server = new ServerProcess({ CLINIC_TIME_ZONE: clinic });
  await server.start();
  await signIn(page, server.url);
  const served = field(page, "visitCharged.createdOn");
  await newVisit(page);
  await expect(served).toHaveValue(dayIn(clinic));
  await served.fill("today");
  await served.press("Tab");
  await expect(served).toHaveValue(dayIn(clinic));

  // Its only practice is somewhere else.
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const { version } = await wire.call("listDirectory", {});
  const practice = {
    kind: "practice" as const,
    id: buildGuid(13, 1),
    name: "Kiritimati Clinic",
    timeZone: clerk,
  };
  await wire.call("saveDirectory", { version, entries: [practice] });
  await page.reload();
  await newVisit(page);
  await expect(served).toHaveValue(dayIn(clerk));
  await server.dispose();
});
