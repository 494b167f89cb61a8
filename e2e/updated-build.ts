import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** A copy of the build, which can be made another one while a server serves it. */
export class UpdatedBuild {
  // Inside the project, where the server finds its libraries.
  readonly #folder = mkdtempSync(join(root, "dist", "build-"));
  readonly server = join(this.#folder, "server", "main.js");
  readonly #client = join(this.#folder, "client");

  constructor() {
    for (const part of ["client", "server"])
      cpSync(join(root, "dist", part), join(this.#folder, part), { recursive: true });
  }

  /** Gives the files whose names begin so other names, as a build does after a change to them. */
  update(...names: readonly string[]): void {
    const assets = join(this.#client, "assets");
    const renamed = readdirSync(assets)
      .filter((file) => file.endsWith(".js") && names.some((name) => file.startsWith(`${name}-`)))
      .map((file) => ({ file, next: file.replace(/.{8}\.js$/, "NEXTNEXT.js") }));
    for (const { file, next } of renamed) renameSync(join(assets, file), join(assets, next));
    for (const file of readdirSync(this.#client, { recursive: true, encoding: "utf8" })) {
      const path = join(this.#client, file);
      if (/\.(?:br|gz)$/.test(file)) rmSync(path);
      if (!/\.(?:js|html)$/.test(file)) continue;
      let text = readFileSync(path, "utf8");
      for (const { file: old, next } of renamed) text = text.replaceAll(old, next);
      if (file === "service-worker.js") text = text.replace(/revision:`\w+`/, "revision:`next`");
      writeFileSync(path, text);
    }
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
