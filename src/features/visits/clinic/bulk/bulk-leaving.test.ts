import { expect, test, vi } from "vitest";
import { sessionBegins } from "#room/api/session-state.ts";
import { buildVisitRow } from "#room/testing/builders.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { bulkRunnerOf } from "./bulk-runner-of.ts";

test("leaving is asked about while a run goes on", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  sessionBegins("casey", undefined);
  const isAsked = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  // All that a runner asks of it.
  const workspace = { outbox: { onSettled: () => () => undefined } } as unknown as Workspace;
  const runner = bulkRunnerOf(workspace);
  let finish = () => {};
  const work = () => new Promise<undefined>((resolve) => (finish = () => resolve(undefined)));
  expect(isAsked()).toBe(false);
  const run = runner.start("closed", [buildVisitRow(1)], { work });
  expect(isAsked()).toBe(true);
  await vi.waitFor(() => {
    finish();
    expect(runner.get()?.phase).toBe("done");
  });
  await run;
  expect(isAsked()).toBe(false);
  vi.unstubAllGlobals();
});
