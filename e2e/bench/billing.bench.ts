import { balanceOf } from "#room/billing/balance.ts";
import { mergeEvents } from "#room/billing/merge-events.ts";
import { scrub } from "#room/billing/scrub.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { type Bench, median } from "./measure.ts";

/** Milliseconds of one run: the median of many, after a warm-up. */
function timeOf(run: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < 120; round += 1) {
    const started = performance.now();
    run();
    if (round >= 40) times.push(performance.now() - started);
  }
  return median(times);
}

/** What billing costs on a visit of 500 charges: the whole scrub runs whenever typing pauses, the balance on each key. */
export const bench: Bench = async () => {
  const event = buildEvent({ charges: 500, diagnoses: 12, payments: 100, rulesLogs: 50 });
  const edited = structuredClone(event);
  edited.audit.finalStatus = "Reviewed";
  const unit = "ms";
  return [
    { name: "500 charges: scrub of everything", value: timeOf(() => scrub(event)), unit, atMost: 8 },
    {
      name: "500 charges: balance from nothing",
      value: timeOf(() => balanceOf(event.visitCharged)),
      unit,
      atMost: 3,
    },
    {
      name: "500 charges: merge of three",
      value: timeOf(() => mergeEvents(event, event, edited)),
      unit,
      atMost: 50,
    },
    {
      name: "3 charges: summary for the queue",
      value: timeOf(() => summariseEvent(buildEvent())),
      unit,
      atMost: 1,
    },
  ];
};
