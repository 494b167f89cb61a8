import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isRecord } from "#room/billing/json-record.ts";
import { type OperationKey, operationKeys, registry } from "#room/contract/registry.ts";

/**
 * What goes wrong with a call: a page instead of data (after the work was done), no answer (the connection ends after
 * the work was done), or an answer that takes longer than the console waits.
 */
export type Trouble = "page" | "cut" | "silence";

const ofInterface = operationKeys.filter((key) => !("extension" in registry[key]));

function operationAt(path: string): OperationKey | undefined {
  const wanted = path.toLowerCase();
  return ofInterface.find((key) => {
    const { name, path: own }: { name: string; path?: string } = registry[key];
    const paths = [own ?? "", `/json/reply/${name}`, `/json/syncreply/${name}`, `/auth`];
    return paths.slice(0, key === "authenticate" ? 4 : 3).some((one) => one.toLowerCase() === wanted);
  });
}

/** As that host's serializer writes it: names in one of its two spellings, and nothing that is null or an empty list. */
function written(value: unknown, isInClassNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((member) => written(member, isInClassNames));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0))
      .map(([name, member]) => [
        isInClassNames ? name.charAt(0).toUpperCase() + name.slice(1) : name,
        written(member, isInClassNames),
      ]),
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text;
}

/**
 * A service as ServiceStack 3.9 hosts it: the five operations of the interface and no other. Another service does the
 * work; its answers are said in that host's words, in turn with both spellings of names.
 */
export class OldHost {
  /** What happens to calls of an operation from now on. */
  readonly trouble = new Map<OperationKey, Trouble>();
  /** Calls of an operation that arrived. */
  readonly calls = new Map<OperationKey, number>();
  /** The origin whose pages may call it, by its CORS feature. */
  allowedOrigin: string | undefined;
  readonly #service: string;
  #answers = 0;
  readonly #host: Server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });

  /** @param service the address of the service that does the work */
  constructor(service: string) {
    this.#service = service;
  }

  /** Its address. */
  async start(): Promise<string> {
    this.#host.listen(0, "127.0.0.1");
    await once(this.#host, "listening");
    // A server that listens on TCP has an address with a port.
    return `http://127.0.0.1:${(this.#host.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#host.close();
    this.#host.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (this.allowedOrigin !== undefined) {
      response.setHeader("Access-Control-Allow-Origin", this.allowedOrigin);
      response.setHeader("Access-Control-Allow-Credentials", "true");
      response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS");
      response.setHeader("Access-Control-Allow-Headers", "Content-Type");
    }
    if (request.method === "OPTIONS") return void response.writeHead(200).end();
    const body = await bodyOf(request);
    const key = operationAt(path);
    if (!key) return this.#refuseUnknown(path, response);
    this.calls.set(key, (this.calls.get(key) ?? 0) + 1);
    const given = JSON.parse(body || "{}") as Record<string, unknown>;
    if (key === "authenticate" && !given["provider"] && !given["userName"])
      return this.#refuse(response, 400, "ArgumentNullException", "Value cannot be null: provider");
    const answer = await fetch(`${this.#service}/json/reply/${registry[key].name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie }),
      },
      body,
    });
    const text = await answer.text();
    const trouble = this.trouble.get(key);
    if (trouble === "cut") return void response.destroy();
    if (trouble === "silence") return void (await once(response, "close"));
    if (trouble === "page")
      return void response
        .writeHead(500, "Internal Server Error", { "content-type": "text/html; charset=utf-8" })
        .end(
          "<html><title>Runtime Error</title><body><h1>Server Error in '/' Application.</h1></body></html>",
        );
    const cookies = answer.headers.getSetCookie();
    this.#answer(response, answer.status, {
      body: given["provider"] === "logout" ? {} : JSON.parse(text),
      headers: cookies.length > 0 ? { "set-cookie": cookies } : {},
    });
  }

  #refuseUnknown(path: string, response: ServerResponse): void {
    const [, name] = /^\/json\/(?:sync)?reply\/(.*)$/i.exec(path) ?? [];
    if (name === undefined)
      return void response
        .writeHead(404, { "content-type": "text/plain" })
        .end("Handler for Request not found");
    this.#refuse(
      response,
      405,
      "NotImplementedException",
      `The operation '${name}' does not exist for this service`,
    );
  }

  #refuse(response: ServerResponse, status: number, errorCode: string, message: string): void {
    this.#answer(response, status, { body: { responseStatus: { errorCode, message } }, headers: {} });
  }

  #answer(
    response: ServerResponse,
    status: number,
    { body, headers }: { body: unknown; headers: Record<string, string[]> },
  ): void {
    this.#answers += 1;
    const isInClassNames = this.#answers % 2 === 0;
    const { errorCode } = isRecord(body) && isRecord(body["responseStatus"]) ? body["responseStatus"] : {};
    // Its reason phrase is the code of the error.
    response
      .writeHead(status, typeof errorCode === "string" && errorCode !== "" ? errorCode : undefined, {
        "content-type": "application/json; charset=utf-8",
        "x-powered-by": "ServiceStack/3.960 Win32NT/.NET",
        ...headers,
      })
      .end(JSON.stringify(written(body, isInClassNames)));
  }
}
