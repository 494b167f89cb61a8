// npm run measures: checks the source against our own bounds. Exits with 1 if one is exceeded.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { Visitor, parseSync } from "vite";
import { root } from "./install.mjs";
import { longTitles } from "./test-titles.mjs";

const src = join(root, "src");
/** Rooms whose folders must not import each other in a cycle. */
const foldersOf = ["src/workspace", "src/features/visits/editor"];

/** Bounds are only ever lowered, unless one says why not. */
const bounds = {
  "longest file, lines": 300,
  // Raised once from 120: small files that said nothing by themselves join their only reader.
  "90% of files have at most, lines": 140,
  "longest component, lines": 120,
  "casts in 1,000 lines": 1,
  "casts without a reason beside them": 0,
  "circles of files": 0,
  "circles of folders": 0,
  "dead exports": 0,
  "titles of tests over ten words": 0,
};

function sourceFiles() {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function lineOf(starts, offset) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A cast states its reason on its own line, or in the comment that ends right above its statement. */
function hasReason(lines, line) {
  for (let at = line; at >= Math.max(0, line - 8); at -= 1) {
    if (/\/\/|\*\//.test(lines[at])) return true;
    // The end of the previous statement.
    if (at < line && /[;{}]\s*$/.test(lines[at])) return false;
  }
  return false;
}

function read(file) {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  const facts = { file, lines: lines.length - 1, components: [], casts: [], imports: [] };
  const { program } = parseSync(file, text);
  const component = (name, { start, end }) => {
    if (!file.endsWith(".tsx") || !/^[A-Z]/.test(name ?? "")) return;
    facts.components.push({ name, lines: lineOf(starts, end) - lineOf(starts, start) + 1 });
  };
  const cast = ({ start, typeAnnotation }) => {
    if (typeAnnotation?.typeName?.name === "const") return;
    const line = lineOf(starts, start);
    facts.casts.push({ line: line + 1, hasReason: hasReason(lines, line) });
  };
  const take = (source) => {
    const name = source?.value;
    if (typeof name !== "string") return;
    if (name.startsWith("#room/")) facts.imports.push(join(src, name.slice("#room/".length)));
    else if (name.startsWith(".")) facts.imports.push(resolve(dirname(file), name));
  };
  new Visitor({
    FunctionDeclaration: (node) => component(node.id?.name, node),
    VariableDeclarator: (node) => {
      if (/Function/.test(node.init?.type ?? "")) component(node.id.name, node.init);
    },
    TSAsExpression: cast,
    TSTypeAssertion: cast,
    ImportDeclaration: (node) => take(node.source),
    ExportNamedDeclaration: (node) => take(node.source),
    ExportAllDeclaration: (node) => take(node.source),
  }).visit(program);
  return facts;
}

/** Groups of nodes that reach each other (strongly connected components), by Tarjan's algorithm. */
function circlesOf(edges) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) circles.push(group);
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return circles;
}

function folderEdges(files) {
  const edges = new Map();
  for (const folder of foldersOf) {
    const inside = (file) => {
      const [name, rest] = relative(join(root, folder), file).split("/");
      return name === ".." || rest === undefined ? undefined : `${folder}/${name}`;
    };
    for (const { file, imports } of files) {
      const from = inside(file);
      if (from === undefined) continue;
      const others = imports.map(inside).filter((to) => to !== undefined && to !== from);
      edges.set(from, new Set([...(edges.get(from) ?? []), ...others]));
    }
  }
  return edges;
}

function deadExports() {
  const { stdout } = spawnSync(
    "npx",
    ["--no-install", "knip", "-c", ".ci/knip.json", "--no-progress", "--reporter", "json"],
    { cwd: root, encoding: "utf8" },
  );
  return JSON.parse(stdout).issues.flatMap(({ file, files = [], exports = [], types = [] }) =>
    [...files, ...exports, ...types].map(({ name }) => `${file}: ${name}`),
  );
}

const files = sourceFiles().map(read);
const known = new Set(files.map(({ file }) => file));
const lengths = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
const total = lengths.reduce((sum, lines) => sum + lines, 0);
const at = (file) => relative(root, file);
const components = files
  .flatMap(({ file, components: list }) => list.map((each) => ({ ...each, file })))
  .toSorted((a, b) => b.lines - a.lines);
const casts = files.flatMap(({ file, casts: list }) => list.map((each) => ({ ...each, file })));
const bare = casts.filter(({ hasReason: has }) => !has);
const fileEdges = new Map(files.map(({ file, imports }) => [file, imports.filter((to) => known.has(to))]));
const fileCircles = circlesOf(fileEdges);
const folderCircles = circlesOf(folderEdges(files));
const dead = deadExports();
const titles = longTitles();
const byLength = files.toSorted((a, b) => b.lines - a.lines);

const measures = {
  "longest file, lines": [
    byLength[0].lines,
    byLength.filter(({ lines }) => lines > 300).map(({ file, lines }) => `${at(file)} ${lines}`),
  ],
  "90% of files have at most, lines": [lengths[Math.ceil(lengths.length * 0.9) - 1], []],
  "longest component, lines": [
    components[0].lines,
    components
      .filter(({ lines }) => lines > 120)
      .map(({ file, name, lines }) => `${at(file)} ${name} ${lines}`),
  ],
  "casts in 1,000 lines": [Math.round((casts.length / total) * 100_000) / 100, []],
  "casts without a reason beside them": [bare.length, bare.map(({ file, line }) => `${at(file)}:${line}`)],
  "circles of files": [fileCircles.length, fileCircles.map((group) => group.map(at).join(" "))],
  "circles of folders": [folderCircles.length, folderCircles.map((group) => group.join(" "))],
  "dead exports": [dead.length, dead],
  "titles of tests over ten words": [titles.length, titles],
};

console.log(`${files.length} files of source without tests, ${total} lines`);
let broken = 0;
for (const [name, [value, where]] of Object.entries(measures)) {
  const isBroken = value > bounds[name];
  if (isBroken) broken += 1;
  console.log(`${isBroken ? "BROKEN" : "ok    "}  ${name}: ${value} (at most ${bounds[name]})`);
  if (isBroken) for (const each of where) console.log(`        ${each}`);
}
process.exit(broken === 0 ? 0 : 1);
