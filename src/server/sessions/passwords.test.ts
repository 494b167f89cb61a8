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
  const taken = Array.from({ length: 502 }, () => inPasswordQueue(task));
  await expect(inPasswordQueue(task)).rejects.toBeInstanceOf(PasswordsBusy);
  open();
  await Promise.all(taken);
  expect(most).toBe(2);
  await inPasswordQueue(task);
});
