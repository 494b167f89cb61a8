// npm run user, keys, audit, codes: runs that tool from the built server, which is built first if missing.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installAndBuild } from "./build.mjs";
import { root } from "./install.mjs";

installAndBuild({ onlyMissing: true });
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, "dist", "server", `${name}.js`)).href);
