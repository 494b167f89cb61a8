import { expect, test } from "vitest";
import { Listeners } from "./listeners.ts";
import { Signal } from "./signal.ts";

test("a signal tells of a change, once, until unsubscribed", () => {
  const signal = new Signal("a");
  const seen: string[] = [];
  const stop = signal.subscribe(() => seen.push(signal.get()));
  signal.set("a");
  signal.set("b");
  stop();
  signal.set("c");
  expect(seen).toEqual(["b"]);
});

test("a listener that leaves while told stops nobody else", () => {
  const listeners = new Listeners<[number]>();
  const heard: string[] = [];
  const stop = listeners.add((told) => {
    heard.push(`first ${told}`);
    stop();
  });
  listeners.add((told) => heard.push(`second ${told}`));
  listeners.tell(1);
  listeners.tell(2);
  expect(heard).toEqual(["first 1", "second 1", "second 2"]);
  expect(listeners.isEmpty).toBe(false);
});
