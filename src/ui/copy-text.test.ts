import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./copy-text.ts";
import { toastStore } from "./toast-store.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  toastStore.clear();
});

test("copying is said, and where refused what to do", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await copyText("A1", { title: "ID copied" });
  expect(writeText).toHaveBeenCalledWith("A1");
  expect(toastStore.snapshot()).toMatchObject([{ tone: "ok", title: "ID copied" }]);
  writeText.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await copyText("A1", { title: "ID copied", instead: "Export it." });
  // A page without a secure address has no clipboard.
  vi.stubGlobal("navigator", {});
  await copyText("A1", { title: "ID copied" });
  expect(toastStore.snapshot().map(({ detail }) => detail)).toEqual([
    undefined,
    "Export it.",
    "Select the text and copy it.",
  ]);
});
