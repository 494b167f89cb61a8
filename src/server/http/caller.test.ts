import { expect, test, vi } from "vitest";
import { CallerGone } from "#room/server/store/caller-gone.ts";
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

test("nothing is begun for who went away or waited long", async () => {
  const calls = costlyCalls();
  const { open, opened } = gate();
  const gone = new AbortController();
  const held = Array.from({ length: 4 }, () => calls.run("many", () => opened));
  const work = vi.fn<() => Promise<string>>().mockResolvedValue("answered");
  const left = calls.run("many", work, gone.signal);
  const kept = calls.run("many", async () => "answered");
  gone.abort();
  open();
  await Promise.all(held);
  await expect(left).rejects.toBeInstanceOf(CallerGone);
  await expect(kept).resolves.toBe("answered");
  vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(60_001);
  await expect(calls.run("other", work)).rejects.toMatchObject({ status: 503 });
  expect(work).not.toHaveBeenCalled();
});
