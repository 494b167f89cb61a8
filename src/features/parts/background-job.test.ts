import { expect, test } from "vitest";
import { BackgroundJob } from "./background-job.ts";

type State = { readonly phase: "running" | "done" | "stopped" | "failed"; readonly failure?: string };

const look = (phase: State["phase"], failure?: string): State => ({ phase, ...(failure && { failure }) });

test("one run at a time, which says how it ended", async () => {
  const job = new BackgroundJob<State>();
  let finish = () => {};
  const first = job.run({ look, work: () => new Promise<void>((resolve) => (finish = resolve)) });
  expect(job.get()).toEqual({ phase: "running" });
  job.dismiss();
  await job.run({ look, work: () => Promise.reject(new Error("a second one")) });
  expect(job.get()).toEqual({ phase: "running" });
  finish();
  await first;
  expect(job.get()).toEqual({ phase: "done" });
  await job.run({ look, work: () => Promise.reject(new Error("No space")) });
  expect(job.get()).toEqual({ phase: "failed", failure: "No space" });
  job.dismiss();
  expect(job.get()).toBeUndefined();
});

test("what breaks off because it was stopped is no failure", async () => {
  const job = new BackgroundJob<State>();
  const work = (signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new Error("broken off"))),
    );
  const run = job.run({ look, work });
  job.stop();
  await run;
  expect(job.get()).toEqual({ phase: "stopped" });
});
