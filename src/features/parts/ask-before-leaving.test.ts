import { expect, test, vi } from "vitest";
import { sessionBegins } from "#room/api/session-state.ts";
import { askBeforeLeaving } from "./ask-before-leaving.ts";

function jobOf() {
  let phase = "running";
  let tell = () => {};
  askBeforeLeaving({ get: () => ({ phase }), subscribe: (listener) => (tell = listener) });
  const become = (next: string) => {
    phase = next;
    tell();
  };
  become("running");
  return become;
}

test("the end of one job leaves the question of another", () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  sessionBegins("casey", undefined);
  const isAsked = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const [first, second] = [jobOf(), jobOf()];
  first("done");
  expect(isAsked()).toBe(true);
  second("done");
  expect(isAsked()).toBe(false);
  vi.unstubAllGlobals();
});
