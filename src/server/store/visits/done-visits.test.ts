import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "#room/server/store/engine.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { DoneVisits } from "./done-visits.ts";
import { readFilter } from "./match-visits.ts";
import { startOfTests as now } from "./test-visits.ts";
import { VisitColumns } from "./visit-columns.ts";
import { VisitRows } from "./visit-rows.ts";

class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** Blocks a database's reads and searches until released. */
class Holding implements KyselyPlugin {
  readonly reading = new Gate();
  readonly search = new Gate();
  readonly searched = new Gate();
  searches = 0;

  transformQuery: KyselyPlugin["transformQuery"] = ({ node }) => node;

  transformResult: KyselyPlugin["transformResult"] = async ({ result }) => {
    if (result.rows.some((row) => "lists" in row)) await this.reading.opened;
    else {
      this.searches += 1;
      this.searched.open();
      await this.search.opened;
    }
    return result;
  };
}

describeOnBothEngines("done visits that are being read", (stores) => {
  test("are searched in the database for one list at once", async () => {
    const url = await stores.fresh();
    await (await stores.open(url)).close();
    const engine = await openEngine(url);
    const held = new Holding();
    const visits = new DoneVisits({ ...engine, aside: engine.aside.withPlugin(held) }, new VisitRows(engine));
    const open = { columns: new VisitColumns(8), changeNumber: 1 };
    const criteria = {
      filter: readFilter({ states: ["charged"] }, { practices: [] }, now),
      now,
      named: new Set<string>(),
    };
    try {
      let answered = 0;
      const nineteen = new Gate();
      // Which of them searches is not determined: the one whose patience runs out first.
      const lists = Array.from({ length: 20 }, async () => {
        const { tally } = await visits.find(open, criteria);
        answered += 1;
        if (answered === 19) nineteen.open();
        return tally.total;
      });
      await held.searched.opened;
      held.reading.open();
      // The waiting lists are answered while the search runs.
      await nineteen.opened;
      expect(held.searches).toBe(1);
      held.search.open();
      expect(new Set(await Promise.all(lists))).toEqual(new Set([0]));
    } finally {
      await engine.db.destroy();
    }
  });
});
