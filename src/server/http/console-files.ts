import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPageAddress } from "#room/contract/page-addresses.ts";
import { sendRefusal } from "./answer.ts";
import { Refusal } from "./refusal.ts";
import { consoleHeaders } from "./security-headers.ts";

/** File names that contain a hash of the content. */
const hashed = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

export async function addConsoleFiles(
  app: FastifyInstance,
  { folder, isHttps }: { folder: string; isHttps: boolean },
) {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: "deny",
    index: false,
  });
  const headers = { ...consoleHeaders(isHttps), vary: "Accept-Encoding" };

  function sendFile(reply: FastifyReply, path: string): true {
    const isFixed = hashed.test(path);
    reply.headers(headers);
    reply.header("cache-control", isFixed ? "public, max-age=31536000, immutable" : "no-cache");
    void reply.sendFile(path);
    return true;
  }

  /** Answers a GET for the console; false when the path is not one of its files or pages. */
  function answer(request: FastifyRequest, reply: FastifyReply, path: string): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (isPageAddress(path)) return sendFile(reply, "/index.html");
    if (/^\/[\w./-]+$/.test(path) && !path.includes("..") && !/\.(?:br|gz)$/.test(path)) {
      const isFile = path !== "/index.html" && /\.\w+$/.test(path) && existsSync(join(folder, path));
      if (isFile) return sendFile(reply, path);
    }
    // A person who mistypes an address gets the page, which says so; a program gets JSON.
    const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? "") && !path.includes(".");
    return wantsPage && sendFile(reply.code(404), "/index.html");
  }

  return answer;
}

export function answerNothingHere(request: FastifyRequest, reply: FastifyReply) {
  return sendRefusal(request, reply, new Refusal(404, "NotFound", "There is nothing at this address."));
}
