import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const root = join(import.meta.dirname, "..");
const files = join(root, "dist", "client");
/** The address of the service in our nginx.conf. */
const namedService = "https://api.clinic.example";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The headers of `.docs/deploy/nginx.conf`, of every answer. */
function headersFor(service: string): Record<string, string> {
  const conf = readFileSync(join(root, ".docs", "deploy", "nginx.conf"), "utf8");
  const lines = conf.matchAll(/^\tadd_header (\S+) (?:"([^"]*)"|(\S+)) always;$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = "", quoted, plain = ""]) => [
      name,
      (quoted ?? plain).replaceAll(namedService, service),
    ]),
  );
}

/** The console as plain files of a web server that knows nothing of it, before a service on another origin. */
export class PlainFiles {
  /** The service's address. */
  service = "";
  /** What the web server has beside the files. */
  config: Readonly<Record<string, unknown>> = {};
  readonly #server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files");
    const headers = headersFor(this.service);
    if (pathname === "/config.json")
      return response
        .writeHead(200, { ...headers, "content-type": "application/json" })
        .end(JSON.stringify({ ...this.config, apiBase: this.service }));
    for (const path of [normalize(pathname), "/index.html"])
      try {
        const bytes = readFileSync(join(files, path));
        const type = types[extname(path)] ?? "application/octet-stream";
        return response.writeHead(200, { ...headers, "content-type": type }).end(bytes);
      } catch {
        // Addresses of pages are no files.
      }
    return response.writeHead(404).end();
  });

  /** Its address. */
  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    // A server that listens on TCP has an address with a port.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
