import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const worthwhile = /\.(?:m?js|css|html|svg|json|txt|map|wasm)$/;
const least = 1024;

/** Writes a .br and a .gz beside each text of the built console, so that the server never compresses. */
export function compressPlugin(): Plugin {
  let isServer = false;
  return {
    name: "visit-charge-compress",
    apply: "build",
    configResolved(config) {
      isServer = Boolean(config.build.ssr);
    },
    writeBundle({ dir }) {
      if (isServer || dir === undefined) return;
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !worthwhile.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        if (bytes.length < least) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
