import { beforeEach, expect, it } from "vitest";
import { toast, toastStore } from "./toast-store.ts";

const titles = () => toastStore.snapshot().map(({ title }) => title);

beforeEach(() => toastStore.clear());

it("errors stay until closed, whatever comes after", () => {
  toast({ title: "Not saved", tone: "bad" });
  for (const title of ["one", "two", "three", "four"]) toast({ title });
  expect(titles()).toEqual(["Not saved", "two", "three", "four"]);
  expect(toastStore.snapshot()[0]?.stays).toBe(0);
});

it("an error that repeats is shown once, as the latest", () => {
  toast({ title: "Not saved", tone: "bad" });
  toast({ title: "Not read", tone: "bad" });
  toast({ title: "Not saved", tone: "bad" });
  expect(titles()).toEqual(["Not read", "Not saved"]);
});
