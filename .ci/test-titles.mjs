import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { Visitor, parseSync } from "vite";
import { root } from "./install.mjs";

const mostWords = 10;

function testFiles() {
  return ["src", "e2e"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:test|spec)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** `test`, including `test.skipIf(…)("…")` and `test.each(…)("…")`. */
function nameOf(callee) {
  if (callee.type === "Identifier") return callee.name;
  return nameOf(callee.object ?? callee.callee ?? callee.tag ?? { type: "Identifier", name: "" });
}

/** The text between the quotes; an interpolated value counts as one word. */
function titleOf(argument, text) {
  if (argument?.type === "Literal" && typeof argument.value === "string") return argument.value;
  if (argument?.type !== "TemplateLiteral") return "";
  return text.slice(argument.start + 1, argument.end - 1).replaceAll(/\$\{[^}]*\}/g, "value");
}

function longTitlesOf(file) {
  const text = readFileSync(file, "utf8");
  const found = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!["test", "it", "describe"].includes(nameOf(callee))) return;
      const title = titleOf(first, text);
      if (title.trim().split(/\s+/).length > mostWords) found.push(`${relative(root, file)}: ${title}`);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** Test titles too long to read at a glance. */
export function longTitles() {
  return testFiles().flatMap(longTitlesOf);
}
