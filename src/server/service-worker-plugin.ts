import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

/** Loaded by those alone who go there. */
const seldom = /\/src\/features\/admin\//;

const stored = /^assets\/(?:.+\.(?:js|css)|inter-latin-wght-.+\.woff2)$/;

/** All scripts and styles of the build but the pages of administrators, and the page itself. */
function filesToStore(bundle: Rolldown.OutputBundle) {
  const left = new Set<string>();
  for (const file of Object.values(bundle)) {
    if (file.type !== "chunk" || !seldom.test(file.facadeModuleId ?? "")) continue;
    left.add(file.fileName);
    for (const style of file.viteMetadata?.importedCss ?? []) left.add(style);
  }
  const page = bundle["index.html"];
  if (page?.type !== "asset") throw new Error("The build has no index.html");
  const revision = createHash("sha256").update(page.source).digest("hex").slice(0, 16);
  const names = Object.keys(bundle).filter((name) => stored.test(name) && !left.has(name));
  return [{ url: "/", revision }, ...names.map((name) => ({ url: `/${name}`, revision: null }))];
}

/** Builds the service worker as one file, with the list of what it stores. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: "visit-charge-service-worker",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const built = await build({
        configFile: false,
        logLevel: "warn",
        define: {
          storedFiles: JSON.stringify(filesToStore(bundle)),
          "process.env.NODE_ENV": JSON.stringify("production"),
        },
        build: {
          write: false,
          copyPublicDir: false,
          modulePreload: false,
          target: "es2023",
          rolldownOptions: {
            input: join(import.meta.dirname, "..", "service-worker", "main.ts"),
            output: { format: "iife" },
          },
        },
      });
      const [output] = Array.isArray(built) ? built : [built];
      const chunk = output && "output" in output ? output.output[0] : undefined;
      if (chunk === undefined) throw new Error("The service worker was not built");
      this.emitFile({ type: "asset", fileName: "service-worker.js", source: chunk.code });
    },
  };
}
