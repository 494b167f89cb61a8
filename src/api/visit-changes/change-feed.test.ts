import { expect, test } from "vitest";
import { NetworkFailure, OperationRefused, UnexpectedStatus } from "#room/api/failures.ts";
import { createChangeFeed } from "./change-feed.ts";
import type { ChangeNews } from "./change-news.ts";
import { createPace } from "./change-pace.ts";

/** A service with a list of changed visits, and a browser whose tabs hear each other. Nothing takes real time. */
class Clinic {
  changes: string[] = [];
  waits: (() => void)[] = [];
  /** While set, a first answer stays on its way until this resolves. */
  slow: Promise<void> | undefined;
  requests: { tab: string; since: number | undefined; waitSeconds: number }[] = [];
  fault: unknown;
  rightsMark: string | undefined;
  now = 0;
  #hears = new Map<string, (message: unknown) => void>();
  #leading: string | undefined;
  #queue: (() => void)[] = [];

  change(...visits: string[]) {
    this.changes.push(...visits);
    for (const wake of this.waits.splice(0)) wake();
  }

  post(from: string, message: unknown) {
    for (const [tab, receive] of this.#hears) if (tab !== from) receive(message);
  }

  deafen(tab: string) {
    this.#hears.delete(tab);
  }

  tab(name: string) {
    const wakes = new Set<() => void>();
    const feed = createChangeFeed({
      ask: async ({ since, waitSeconds }, signal) => {
        this.requests.push({ tab: name, since: since ?? undefined, waitSeconds: waitSeconds ?? 0 });
        if (this.fault !== undefined) throw this.fault;
        if (waitSeconds !== 0 && since === this.changes.length)
          await new Promise<void>((resolve, reject) => {
            this.waits.push(resolve);
            signal.addEventListener("abort", () => reject(signal.reason));
          });
        if (since === undefined || since === null) await this.slow;
        const visits = since === undefined || since === null ? [] : this.changes.slice(since);
        const { rightsMark } = this;
        return { changeNumber: this.changes.length, visits, isTooOld: visits.length > 3, rightsMark };
      },
      lead: async (signal, work) => {
        if (this.#leading !== undefined) await new Promise<void>((resolve) => this.#queue.push(resolve));
        if (signal.aborted) return;
        this.#leading = name;
        await work().finally(() => {
          this.#leading = undefined;
          this.#queue.shift()?.();
        });
      },
      channel: {
        post: (news: ChangeNews) => this.post(name, structuredClone(news)),
        listen: (listener) => {
          this.#hears.set(name, listener);
          return () => this.#hears.delete(name);
        },
      },
      pause: (_ms, signal) =>
        signal.aborted ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)),
      onWake: (listener) => {
        wakes.add(listener);
        return () => wakes.delete(listener);
      },
      now: () => this.now,
      rightsMark: () => this.rightsMark,
      isRefused: (error) => error === "refused",
      isMissing: (error) => error === "missing",
    });
    const heard: (readonly string[] | "all")[] = [];
    feed.subscribe(({ visits }) => heard.push(visits === "all" ? "all" : [...visits]));
    let told = 0;
    feed.onRights(() => void (told += 1));
    return { feed, heard, told: () => told, wake: () => wakes.forEach((wake) => wake()) };
  }
}

const fullUp = new OperationRefused(
  { code: "TooManyRequests", message: "", status: 429, issues: [], retryAfterMs: 5000 },
  { operation: "listChanges", outcome: "not-sent" },
);

const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test("one tab asks for all; the next takes over seamlessly", async () => {
  const clinic = new Clinic();
  const [a, b] = [clinic.tab("a"), clinic.tab("b")];
  const stopA = a.feed.start();
  const stopB = b.feed.start();
  await settle();
  clinic.change("v1");
  await settle();
  expect([a.heard, b.heard]).toEqual([[["v1"]], [["v1"]]]);
  expect(new Set(clinic.requests.map(({ tab }) => tab))).toEqual(new Set(["a"]));
  stopA();
  await settle();
  clinic.change("v2");
  await settle();
  expect(a.heard).toEqual([["v1"]]);
  expect(b.heard).toEqual([["v1"], ["v2"]]);
  expect(clinic.requests.findLast(({ tab }) => tab === "b")?.since).toBe(2);
  expect(a.feed.state()).toBe("off");
  stopB();
});

test("a tab that missed a message notices and asks", async () => {
  const clinic = new Clinic();
  const [a, b] = [clinic.tab("a"), clinic.tab("b")];
  const stops = [a.feed.start(), b.feed.start()];
  await settle();
  b.feed.readAsOf(0);
  clinic.changes.push("v1", "v2");
  // The message about v1 was lost; the next one starts after it.
  clinic.post("x", { kind: "changes", since: 1, changeNumber: 2, visits: ["v2"], isTooOld: false });
  await settle();
  expect(b.heard).toEqual([["v1", "v2"]]);
  stops.forEach((stop) => stop());
});

test("each tab tells once that the rights changed", async () => {
  const clinic = new Clinic();
  clinic.rightsMark = "two practices";
  const [a, b] = [clinic.tab("a"), clinic.tab("b")];
  const stops = [a.feed.start(), b.feed.start()];
  await settle();
  clinic.change("v1");
  await settle();
  expect([a.told(), b.told()]).toEqual([0, 0]);
  clinic.rightsMark = "one practice";
  clinic.change();
  await settle();
  expect([a.told(), b.told()]).toEqual([1, 1]);
  expect([a.heard, b.heard]).toEqual([
    [["v1"], "all"],
    [["v1"], "all"],
  ]);
  // Nor may they ask any more.
  clinic.fault = "refused";
  clinic.change();
  await settle();
  await settle();
  expect(a.told()).toBe(2);
  stops.forEach((stop) => stop());
});

test("too many changes or another store mean: read everything", async () => {
  const clinic = new Clinic();
  const { feed, heard } = clinic.tab("a");
  const stop = feed.start();
  await settle();
  clinic.change("1", "2", "3", "4");
  await settle();
  expect(heard).toEqual(["all"]);
  stop();
});

test("changes between list and feed are found by their number", async () => {
  const clinic = new Clinic();
  const { feed, heard } = clinic.tab("a");
  clinic.changes = ["v1", "v2"];
  const stop = feed.start();
  await settle();
  expect(heard).toEqual([]);
  feed.readAsOf(1);
  await settle();
  expect(heard).toEqual([["v2"]]);
  feed.readAsOf(2);
  await settle();
  expect(heard).toEqual([["v2"]]);
  stop();
});

test("what changes before the first answer is told", async () => {
  const clinic = new Clinic();
  const { feed, heard } = clinic.tab("a");
  clinic.changes = ["v1"];
  let arrive: () => void = () => undefined;
  clinic.slow = new Promise((resolve) => {
    arrive = resolve;
  });
  const stop = feed.start();
  feed.readAsOf(1);
  clinic.changes.push("v2");
  arrive();
  await settle();
  expect(heard).toEqual([["v2"]]);
  expect(feed.state()).toBe("live");
  stop();
});

test("a list read earlier catches up although a call fails", async () => {
  const clinic = new Clinic();
  const { feed, heard } = clinic.tab("a");
  clinic.changes = ["v1", "v2"];
  const stop = feed.start();
  await settle();
  clinic.fault = new UnexpectedStatus(503, { operation: "listChanges", outcome: "not-sent" });
  feed.readAsOf(1);
  await settle();
  expect(heard).toEqual([]);
  clinic.fault = undefined;
  await settle();
  expect(heard).toEqual([["v2"]]);
  stop();
});

test("waking up asks; other programs' messages are ignored", async () => {
  const clinic = new Clinic();
  const [a, b] = [clinic.tab("a"), clinic.tab("b")];
  const stops = [a.feed.start(), b.feed.start()];
  await settle();
  b.feed.readAsOf(0);
  clinic.post("x", { kind: "changes", changeNumber: "9" });
  clinic.post("x", "hello");
  clinic.now = 60_000;
  clinic.changes.push("v1");
  b.wake();
  await settle();
  expect(b.heard).toEqual([["v1"]]);
  stops.forEach((stop) => stop());
});

test("a silent service is retried; one without changes left alone", async () => {
  const clinic = new Clinic();
  const [a, b] = [clinic.tab("a"), clinic.tab("b")];
  clinic.fault = new UnexpectedStatus(503, { operation: "listChanges", outcome: "not-sent" });
  const stops = [a.feed.start(), b.feed.start()];
  await settle();
  expect([a.feed.state(), b.feed.state()]).toEqual(["away", "away"]);
  clinic.fault = undefined;
  await settle();
  expect(a.feed.state()).toBe("live");
  clinic.fault = "missing";
  clinic.change("v1");
  await settle();
  const count = clinic.requests.length;
  await settle();
  // Each of the two tabs finds out once.
  expect(clinic.requests.length).toBe(count);
  stops.forEach((stop) => stop());
});

test("a tab whose wait gave way polls and stays live", async () => {
  const clinic = new Clinic();
  const { feed, heard } = clinic.tab("a");
  const stop = feed.start();
  await settle();
  clinic.fault = fullUp;
  clinic.change();
  await settle();
  expect(feed.state()).toBe("live");
  clinic.fault = undefined;
  clinic.change("v1");
  await settle();
  expect([feed.state(), heard]).toEqual(["live", [["v1"]]]);
  expect(clinic.requests.at(-1)?.waitSeconds).toBe(0);
  stop();
});

test("a service that is back is noticed before anything changes", async () => {
  const clinic = new Clinic();
  const a = clinic.tab("a");
  const stop = a.feed.start();
  await settle();
  clinic.fault = "gone";
  clinic.change("v1");
  await settle();
  expect(a.feed.state()).toBe("away");
  clinic.fault = undefined;
  clinic.waits = [];
  await settle();
  await settle();
  expect(a.feed.state()).toBe("live");
  // Nothing is lost, and it waits again.
  clinic.change("v2");
  await settle();
  expect(a.heard.flat()).toEqual(["v1", "v2"]);
  expect(clinic.requests.at(-1)?.waitSeconds).toBe(25);
  stop();
});

test("pauses grow, obey the service, and cut waits become polls", () => {
  let now = 0;
  const pace = createPace(() => now);
  const facts = { operation: "listChanges", outcome: "not-sent" } as const;
  const busy = new UnexpectedStatus(503, facts);
  expect([1, 2, 3, 4, 5, 6, 7].map(() => pace.afterFailure(busy, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(pace.afterAnswer(25)).toBe(0);
  // What nobody answers costs nobody anything.
  const gone = new NetworkFailure("No answer came", facts);
  expect([1, 2, 3, 4, 5].map(() => pace.afterFailure(gone, 0))).toEqual([1000, 2000, 4000, 5000, 5000]);
  pace.afterAnswer(25);
  expect(pace.afterFailure(new UnexpectedStatus(429, { ...facts, retryAfterMs: 60_000 }), 0)).toBe(60_000);
  expect(pace.waitSeconds()).toBe(25);
  pace.afterFailure(busy, 15_000);
  pace.afterFailure(busy, 15_000);
  expect([pace.waitSeconds(), pace.afterAnswer(0)]).toEqual([0, 5000]);
  now += 600_000;
  expect([pace.waitSeconds(), pace.afterAnswer(0)]).toEqual([25, 0]);
  pace.afterFailure(fullUp, 0);
  expect(pace.waitSeconds()).toBe(0);
});
