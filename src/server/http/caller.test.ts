import { expect, test } from "vitest";
import { costlyCalls } from "./caller.ts";

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

test("nobody has all that runs at once", async () => {
  const calls = costlyCalls();
  const { open, opened } = gate();
  let running = 0;
  const many = Array.from({ length: 60 }, () =>
    calls.run("many", () => {
      running += 1;
      return opened;
    }),
  );
  await expect(calls.run("other", async () => "answered")).resolves.toBe("answered");
  expect(running).toBe(4);
  open();
  await Promise.all(many);
});

test("a caller with too many waiting calls is refused", async () => {
  const calls = costlyCalls();
  const { open, opened } = gate();
  const held = Array.from({ length: 68 }, () => calls.run("many", () => opened));
  await expect(calls.run("many", async () => "never")).rejects.toMatchObject({ status: 503 });
  open();
  await Promise.all(held);
  await expect(calls.run("many", async () => "again")).resolves.toBe("again");
});
