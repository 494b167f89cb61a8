// Fails if a package has a license that has not been approved. Licenses are read from package-lock.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** Licenses under which third-party packages may be shipped, unchanged, with an MIT product. */
const accepted = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
  "Zlib",
]);

/** `(A OR B)` is accepted if either is, `(A AND B)` if both are; anything longer needs a person's review. */
function isAccepted(licence) {
  const names = licence.replace(/^\((.*)\)$/, "$1");
  return names.includes(" AND ")
    ? names.split(" AND ").every((name) => accepted.has(name))
    : names.split(" OR ").some((name) => accepted.has(name));
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const refused = Object.entries(packages)
  .filter(([path, { link }]) => path !== "" && !link)
  .filter(([, { license }]) => typeof license !== "string" || !isAccepted(license))
  .map(
    ([path, { license }]) => `${path.replace(/^.*node_modules\//, "")}: ${license ?? "no licence recorded"}`,
  );
for (const line of refused) console.error(`Not an accepted licence: ${line}`);
process.exitCode = refused.length === 0 ? 0 : 1;
