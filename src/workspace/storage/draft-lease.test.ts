import { expect, test } from "vitest";
import { openLease, type LeaseParts } from "./draft-lease.ts";

test("a browser refusing locks while closing is retried only later", async () => {
  let requests = 0;
  let takeDown: (reason: unknown) => void = () => undefined;
  const timers: (() => void)[] = [];
  const refused = () => Promise.reject(new DOMException("The page is no longer active", "InvalidStateError"));
  // As WebKit does on a reload: held locks end, and none is granted from then on.
  const request = (_name: string, _options: LockOptions, run: (lock: Lock) => unknown) => {
    requests += 1;
    if (requests > 50) return new Promise(() => undefined);
    if (requests > 1) return refused();
    void run({ name: "draft", mode: "exclusive" });
    return new Promise((_resolve, reject) => (takeDown = reject));
  };
  // The parts of a browser and a workspace that a lease uses.
  const parts = {
    locks: { request },
    vault: { nameOf: (name: string) => Promise.resolve(name) },
    catchUp: () => Promise.resolve(),
    channel: { listen: () => () => undefined, post: () => undefined },
    tabDrafts: { wasWriting: () => false, note: () => undefined },
    setTimer: (run: () => void) => {
      timers.push(run);
      return () => undefined;
    },
  } as unknown as LeaseParts;
  const index = { get: () => undefined, subscribe: () => () => undefined };
  const lease = await openLease(parts, { name: "a", id: "a", index, write: () => Promise.resolve() }, {});
  expect(lease.role).toBe("writer");
  takeDown(new DOMException("The page goes", "AbortError"));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([lease.role, requests, timers.length]).toEqual(["follower", 2, 1]);
  timers[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([requests, timers.length]).toEqual([3, 2]);
  lease.release();
});
