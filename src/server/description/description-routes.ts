import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { consoleHeaders } from "#room/server/http/security-headers.ts";
import type { Settings } from "#room/server/settings.ts";
import script from "./metadata.client.js?raw";
import style from "./metadata.client.css?raw";

const paths = ["/openapi.json", "/metadata", "/metadata.js", "/metadata.css", "/types/typescript"] as const;

/** Where the description is, for who serves the console itself. */
export function descriptionPaths({ basePath }: Pick<Settings, "basePath">): string[] {
  return paths.map((path) => basePath + path);
}

/** What is built is kept: it says the same to everybody, and anyone may ask. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/**
 * The API described for programs and their authors, open to anyone: `/openapi.json`, `/metadata`, and
 * `/types/typescript` for ServiceStack's tools. What makes them is loaded when somebody asks.
 */
export function addDescription(
  app: FastifyInstance,
  { basePath, publicUrl }: Pick<Settings, "basePath" | "publicUrl">,
): void {
  const openApi = once(async () => {
    const { openApi: describe } = await import("./openapi.ts");
    return JSON.stringify(describe({ server: basePath }));
  });
  const page = once(async () => {
    const { metadataPage } = await import("./metadata-page.ts");
    return metadataPage({ base: basePath });
  });
  const types = once(async () => (await import("./typescript-types.ts")).typescriptTypes());

  function addFile(
    path: (typeof paths)[number],
    type: string,
    text: (request: FastifyRequest) => Promise<string>,
  ) {
    app.route({
      method: ["GET", "HEAD"],
      url: basePath + path,
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const answer = await text(request);
        return reply
          .headers(consoleHeaders(false))
          .header("content-type", `${type}; charset=utf-8`)
          .header("cache-control", "no-cache")
          .send(answer);
      },
    });
  }

  addFile("/openapi.json", "application/json", openApi);
  addFile("/metadata", "text/html", page);
  addFile("/metadata.js", "text/javascript", async () => script);
  addFile("/metadata.css", "text/css", async () => style);
  addFile("/types/typescript", "text/plain", async ({ protocol, host }) => {
    const baseUrl = (publicUrl ?? `${protocol}://${host}`) + basePath;
    return (await types()).replace("BaseUrl: ", `BaseUrl: ${baseUrl}`);
  });
}
