import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = import.meta.dirname;

/** The last text in each call of the log, and what a handler names as logged: the message of the line. */
function linesOf(source: string): string[] {
  const calls = /\blog\.(?:error|warn|info)\(([\s\S]*?)\);|\blogged: ("[^"\n]*"),/g;
  return [...source.matchAll(calls)].flatMap(([, logged, named]) => {
    const call = logged ?? named ?? "";
    const said = [...call.matchAll(/"([^"\n]* [^"\n]*)"/g)].at(-1)?.[1];
    return said === undefined ? [] : [said];
  });
}

test("LOG.md lists every line of the log, and no other", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?!.*(\.test\.ts|test-[\w-]+\.ts)$).*\.ts$/.test(path),
  );
  const written = files.flatMap((path) => linesOf(readFileSync(join(folder, path), "utf8")));
  const table = readFileSync(join(folder, "LOG.md"), "utf8");
  const listed = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, line = ""]) => line);
  expect(listed.toSorted()).toEqual([...new Set(written)].toSorted());
});
