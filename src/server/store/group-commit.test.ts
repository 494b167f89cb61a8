import { expect, test } from "vitest";
import { again, GroupCommit } from "./group-commit.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

type Commit = (jobs: readonly string[]) => Promise<readonly (string | typeof again)[]>;

const inCapitals: Commit = async (jobs) => jobs.map((job) => job.toUpperCase());

/** Notes which jobs each commit had. */
function groupOf(commit: Commit = inCapitals, maxBatch = 10) {
  const batches: string[] = [];
  const group = new GroupCommit<string, string>({
    maxBatch,
    commit: (take) => {
      const jobs = take();
      batches.push(jobs.join(""));
      return commit(jobs);
    },
  });
  return {
    batches,
    group,
    add: (...jobs: string[]) => Promise.allSettled(jobs.map((job) => group.add(job))),
  };
}

const done = (...values: string[]) => values.map((value) => ({ status: "fulfilled", value }));

test("jobs at once share a commit up to its size", async () => {
  const { add, batches } = groupOf(undefined, 2);
  expect(await add("a", "b", "c")).toEqual(done("A", "B", "C"));
  expect(batches).toEqual(["ab", "c"]);
  expect(await add("d")).toEqual(done("D"));
});

test("what arrives in one turn joins, later ones wait", async () => {
  const { group, batches } = groupOf();
  await group.settled();
  const outcomes: string[] = [];
  const add = (job: string) => group.add(job).then((outcome) => outcomes.push(outcome));
  const first = add("a");
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
  const late = [add("b"), first.then(() => Promise.all([add("c"), add("d")]))];
  await group.settled();
  expect(outcomes).toEqual(["A", "B", "C", "D"]);
  expect(batches).toEqual(["ab", "cd"]);
  await Promise.all(late);
});

test("what arrives before the lock joins, also after a retry", async () => {
  const batches: string[] = [];
  let release = () => {};
  const lock = new Promise<void>((resolve) => {
    release = resolve;
  });
  const group = new GroupCommit<string, string>({
    maxBatch: 3,
    commit: async (take) => {
      await lock;
      for (let attempt = 0; attempt < 2; attempt += 1) {
        batches.push(take().join(""));
        await new Promise(setImmediate);
      }
      return take();
    },
  });
  const first = group.add("a");
  await new Promise(setImmediate);
  const later = ["b", "c", "d"].map((job) => group.add(job));
  release();
  expect(await Promise.all([first, ...later])).toEqual(["a", "b", "c", "d"]);
  expect(batches).toEqual(["abc", "abc", "d", "d"]);
});

test("a fault before the lock fails each job alone", async () => {
  const fault = new Error("No transaction");
  const group = new GroupCommit<string, string>({
    maxBatch: 2,
    commit: async () => {
      throw fault;
    },
  });
  const settled = await Promise.allSettled(["a", "b", "c"].map((job) => group.add(job)));
  expect(settled).toEqual(["a", "b", "c"].map(() => ({ status: "rejected", reason: fault })));
});

test("a job that must wait is first in the next", async () => {
  const held = new Set(["b"]);
  const { add, batches } = groupOf(
    async (jobs) => jobs.map((job) => (held.delete(job) ? again : job.toUpperCase())),
    2,
  );
  expect(await add("a", "b", "c", "d")).toEqual(done("A", "B", "C", "D"));
  expect(batches).toEqual(["ab", "bc", "d"]);
});

test("a job that fails takes no other with it", async () => {
  const fault = new Error("No such row");
  const held = new Set(["c"]);
  const { add, batches } = groupOf(async (jobs) => {
    if (jobs.includes("b")) throw fault;
    return jobs.map((job) => (held.delete(job) ? again : job.toUpperCase()));
  });
  expect(await add("a", "b", "c")).toEqual([
    ...done("A"),
    { status: "rejected", reason: fault },
    ...done("C"),
  ]);
  expect(batches).toEqual(["abc", "a", "b", "c", "c"]);
});

test("a store that is away is asked once for all", async () => {
  const away = new StoreUnavailable("the database took too long", { mayBeDone: true });
  const { add, batches } = groupOf(async () => {
    throw away;
  }, 2);
  const [first, second, third] = await add("a", "b", "c");
  expect([first, second]).toEqual([1, 2].map(() => ({ status: "rejected", reason: away })));
  expect(third).toMatchObject({ reason: { name: away.name, reason: away.reason, mayBeDone: false } });
  expect(batches).toEqual(["ab"]);
});

test("a job without an outcome is told so", async () => {
  const { add } = groupOf(async () => ["A"]);
  expect(await add("a", "b")).toMatchObject([
    { value: "A" },
    { reason: { message: "A job of the batch got no outcome" } },
  ]);
});
