// Builds what is missing or older than its sources. Plain Node: it runs before any package is there.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { installPackages, root, run } from "./install.mjs";

const sources = ["src", "public", "index.html", "vite.config.ts", "package.json", "package-lock.json"];

function eachFile(path, visit) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return visit(path, stat);
  for (const name of readdirSync(path).toSorted()) eachFile(join(path, name), visit);
}

/** Changes whenever a source does: sizes and times of change, so that it takes milliseconds. */
function sourcesMark() {
  const hash = createHash("sha256");
  for (const source of sources) {
    eachFile(join(root, source), (path, { size, mtimeMs }) => hash.update(`${path} ${size} ${mtimeMs}\n`));
  }
  return hash.digest("hex");
}

/**
 * Installs the packages, and builds, unless what is built was made from just these sources. With `onlyMissing` what is
 * built is taken as it is, so that tools work where there are no sources to build from.
 */
export function installAndBuild({ onlyMissing = false } = {}) {
  const isBuilt = existsSync(join(root, "dist", "server", "main.js"));
  if (onlyMissing && isBuilt) return;
  installPackages();
  const markFile = join(root, "dist", "sources");
  const mark = sourcesMark();
  if (isBuilt && existsSync(markFile) && readFileSync(markFile, "utf8") === mark) return;
  console.log("Building…");
  if (!run("npm", ["run", "--silent", "build"])) process.exit(1);
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(markFile, mark);
}
