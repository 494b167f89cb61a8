import { expect, it } from "vitest";
import { inPasswordQueue, PasswordsBusy } from "./passwords.ts";

it("derives two keys at a time, queues 500, refuses more", async () => {
  let running = 0;
  let most = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate;
    running -= 1;
  };
  const taken = Array.from({ length: 502 }, () => inPasswordQueue("a", task));
  await expect(inPasswordQueue("a", task)).rejects.toBeInstanceOf(PasswordsBusy);
  open();
  await Promise.all(taken);
  expect(most).toBe(2);
  await inPasswordQueue("a", task);
});

it("takes turns by address, so a flood delays nobody", async () => {
  const ended: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const ask = (asker: string) =>
    inPasswordQueue(asker, async () => {
      await gate;
      ended.push(asker);
    });
  const all = [...Array.from({ length: 50 }, () => ask("flood")), ask("casey"), ask("robin"), ask("casey")];
  open();
  await Promise.all(all);
  expect(ended.lastIndexOf("casey")).toBeLessThan(9);
  expect(ended.indexOf("robin")).toBeLessThan(6);
  expect(ended).toHaveLength(53);
});
