import { describe, expect, test } from "vitest";
import { createTypedOn } from "./typed-on.ts";

/** A page with one cell, and something outside of it that takes no text. */
function desk() {
  let isGone = false;
  let now = 0;
  const rule = createTypedOn<string>(() => !isGone);
  return {
    lock: () => (isGone = true),
    wait: (ms: number) => (now += ms),
    click: () => rule.forget(),
    press(keys: string, to: "cell" | "elsewhere") {
      const names = keys.split("+");
      const key = names.at(-1) ?? "";
      const [ctrlKey, altKey] = [names.includes("Control"), names.includes("Alt")];
      now += 80;
      for (const name of names.slice(0, -1))
        rule.receive({ key: name, ctrlKey, altKey, metaKey: false }, undefined, now);
      return rule.receive({ key, ctrlKey, altKey, metaKey: false }, to === "cell" ? to : undefined, now);
    },
  };
}

describe("text typed on into a gone field runs no command", () => {
  for (const submit of ["Control+Enter", "Control+Alt+Enter"]) {
    test(`after ${submit}, until a pause`, () => {
      const page = desk();
      page.press("9", "cell");
      page.press(submit, "cell");
      page.wait(400);
      page.lock();
      for (const key of ["c", "g", "n", " ", "?"]) expect(page.press(key, "elsewhere")).toBe("typed on");
      page.wait(6000);
      expect(page.press("c", "elsewhere")).toBe("command");
    });
  }

  test("under a dialog that its button closed", () => {
    const page = desk();
    page.press("9", "cell");
    page.press("Control+Enter", "cell");
    page.wait(10_000);
    page.press("Enter", "elsewhere");
    page.lock();
    expect(page.press("c", "elsewhere")).toBe("typed on");
  });

  test("a click or a key that moves on ends it", () => {
    for (const moveOn of ["click", "Escape", "Tab", "ArrowDown"]) {
      const page = desk();
      page.press("9", "cell");
      page.lock();
      if (moveOn === "click") page.click();
      else page.press(moveOn, "elsewhere");
      expect(page.press("c", "elsewhere")).toBe("command");
    }
  });

  test("Tab leads to a field that is gone too", () => {
    const page = desk();
    page.press("9", "cell");
    page.press("Tab", "cell");
    page.lock();
    for (const key of ["3", "C", "c"]) expect(page.press(key, "elsewhere")).toBe("typed on");
    page.wait(6000);
    expect(page.press("c", "elsewhere")).toBe("command");
  });

  test("Tab to a button that closes the dialog ends it", () => {
    const page = desk();
    page.press("9", "cell");
    page.press("Tab", "cell");
    page.press("Enter", "elsewhere");
    page.lock();
    expect(page.press("c", "elsewhere")).toBe("command");
  });

  test("keys outside of a present field are commands", () => {
    const page = desk();
    page.press("9", "cell");
    page.press("Control+Enter", "cell");
    expect(page.press("c", "elsewhere")).toBe("command");
  });

  test("Enter in a search that closes ends it", () => {
    const page = desk();
    page.press("v", "cell");
    page.press("Enter", "cell");
    page.lock();
    expect(page.press("j", "elsewhere")).toBe("command");
  });
});
