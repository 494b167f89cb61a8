import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GivenUp, SideThread } from "./side-thread.ts";

const program = join(mkdtempSync(join(tmpdir(), "side-thread-")), "program.mjs");
writeFileSync(
  program,
  `import { parentPort } from "node:worker_threads";
  parentPort.on("message", (job) => {
    if (job === "loop") for (;;);
    if (job === "hold") { const held = []; for (;;) held.push({ held: [held.length] }); }
    if (job === "end") process.exit(0);
    parentPort.postMessage(job === "fail" ? { failure: new Error("no such thing") } : { result: job + "!" });
  });`,
);
const thread = (maxMs = 60_000) => new SideThread<string, string>({ program, maxMiB: 32, maxMs });

const reasonOf = (error: unknown) => (error instanceof GivenUp ? error.reason : error);

test("a job that ends its thread ends nothing else", async () => {
  const aside = thread();
  const jobs = ["one", "hold", "two", "end", "three"];
  const answers = await Promise.all(jobs.map((job) => aside.run(job).catch(reasonOf)));
  expect(answers).toEqual(["one!", "memory", "two!", "crash", "three!"]);
});

test("a job that never answers is given up in time", async () => {
  expect(await thread(500).run("loop").catch(reasonOf)).toBe("time");
});

test("an error of the job is the caller's", async () => {
  const aside = thread();
  await expect(aside.run("fail")).rejects.toThrow("no such thing");
  await expect(aside.run("next")).resolves.toBe("next!");
});
