import { expect, test } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { buildGuid, chargeOf, refusedOf } from "./test-visits.ts";

const practice = (index: number) => buildGuid(9, index);

describeOnBothEngines("the practices in use", (stores) => {
  test("are those of all visits, once each, in order", async () => {
    const { visits, events } = await stores.open();
    expect(await visits.practicesInUse(10)).toEqual([]);
    // Each of three has open and charged visits.
    for (let index = 0; index < 9; index += 1) {
      const isWithheld = index % 2 === 0;
      await events.take(chargeOf(index, index, { practice: practice(3 - (index % 3)), isWithheld }));
    }
    // One has nothing but a refused visit; another’s visit has none that can be read.
    const refused = { visitId: buildGuid(2, 20), practiceId: practice(4), charges: [] };
    const event = { eventId: buildGuid(1, 20), visitCharged: refused };
    await visits.keepRefused(refusedOf(20, 20, { event }));
    await visits.keepRefused(refusedOf(21, undefined));
    expect(await visits.practicesInUse(10)).toEqual([1, 2, 3, 4].map(practice));
  });

  test("are no more than were asked for", async () => {
    const { visits, events } = await stores.open();
    for (let index = 1; index <= 4; index += 1)
      await events.take(chargeOf(index, index, { practice: practice(index) }));
    expect(await visits.practicesInUse(4)).toHaveLength(4);
    expect(await visits.practicesInUse(3)).toEqual([1, 2, 3].map(practice));
    expect(await visits.practicesInUse(1)).toEqual([practice(1)]);
  });
});
