import { expect, test } from "vitest";
import { toastStore } from "#room/ui/toast-store.ts";
import { saveReceived } from "./received-attachment.ts";

test("a file that can’t be read is told, not saved", async () => {
  toastStore.clear();
  await saveReceived({ name: "scan.pdf", blob: async () => Promise.reject(new Error("damaged")) });
  expect(toastStore.snapshot()).toMatchObject([{ title: "scan.pdf couldn’t be read", tone: "bad" }]);
});
