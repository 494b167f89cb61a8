// npm start: one command in a fresh clone. Installs and builds what is missing, then serves.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installAndBuild } from "./build.mjs";
import { root } from "./install.mjs";

// For the list of settings an existing build will do.
installAndBuild({ onlyMissing: process.argv.includes("--help") });
await import(pathToFileURL(join(root, "dist", "server", "main.js")).href);
