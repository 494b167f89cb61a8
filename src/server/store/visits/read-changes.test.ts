import { expect, test } from "vitest";
import { ChangeWatch } from "#room/server/change-watch.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { viewer, buildGuid, chargeOf, practices } from "./test-visits.ts";

describeOnBothEngines("changes", (stores) => {
  test("of a visit leaving a practice reach those there", async () => {
    const { visits, events } = await stores.open();
    const [one, two] = practices;
    await events.take(chargeOf(1, 1, { isWithheld: true }));
    await events.take(chargeOf(2, 2, { isWithheld: true, practice: two }));
    const since = await visits.changeNumber();
    await events.take(chargeOf(3, 1, { isWithheld: true, practice: two }));
    await events.take(chargeOf(4, 2, { isWithheld: true, practice: two }));
    const visible = async (...seen: string[]) =>
      (await new ChangeWatch(visits).since(since, viewer("robin", seen))).visits;
    expect(await visible(one)).toEqual([buildGuid(2, 1)]);
    expect(await visible(two)).toEqual([buildGuid(2, 1), buildGuid(2, 2)]);
    expect(await visible(buildGuid(9, 7))).toEqual([]);
  });
});
