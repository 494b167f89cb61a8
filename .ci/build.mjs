// Builds what is missing or older than its sources. Plain Node: it runs before any package is installed.
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

/** Changes whenever a source does. Based on sizes and modification times, so that it takes milliseconds. */
function sourcesMark() {
  const hash = createHash("sha256");
  for (const source of sources) {
    eachFile(join(root, source), (path, { size, mtimeMs }) => hash.update(`${path} ${size} ${mtimeMs}\n`));
  }
  return hash.digest("hex");
}

/**
 * Installs the packages, and builds unless the build was made from exactly these sources. With `onlyMissing` an
 * existing build is used as it is, so that tools work where there are no sources.
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
