import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "..", "..");
/** Each of these is one property; a shorthand such as `border-color` is four. */
const single = /^(?:background-color|color|opacity|none) ?[^,]*$/;

// See the decisions in src/README.md: with several, React Aria keeps the whole page that an element was removed with.
test("every transition changes one property", () => {
  const styles = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css"))
    .map((file) => readFileSync(join(src, file), "utf8"));
  const transitions = styles
    .flatMap((css) => [...css.matchAll(/\btransition(?:-property)?:([^;]*);/g)])
    .map(([, value = ""]) => value.trim());
  expect(transitions.length).toBeGreaterThan(2);
  expect(transitions.filter((value) => !single.test(value))).toEqual([]);
});
