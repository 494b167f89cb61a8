import { afterEach, expect, test, vi } from "vitest";
import { draftFromEvent } from "#room/features/visits/editor/draft/draft-from-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { EditorSession } from "./editor-session.ts";

afterEach(() => void vi.useRealTimers());

test("a page open past midnight knows the new day", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 23, 50) });
  const { draft, source } = draftFromEvent(buildEvent({ visit: { createdOn: "2026-11-28" } }));
  const session = new EditorSession(draft, source);
  const stop = session.start();
  const isFuture = () =>
    session.findings.settled().some(({ finding }) => finding.message === "11/28/2026 is in the future.");
  expect(isFuture()).toBe(true);
  vi.setSystemTime(new Date(2026, 10, 28, 0, 10));
  session.visit.type({ path: "visitCharged.createdUserNumber" }, "4711", "User number");
  expect(isFuture()).toBe(false);
  stop();
});
