import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const key = "AbCdEfGhIjKlMnOpQrSt";

/** An old service: its errors are named after its classes, and it cannot say who is signed in. */
export class OldHost {
  readonly #host: Server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const answer = (status: number, body: object, headers = {}) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(JSON.stringify(body));
      const refuse = (status: number, ErrorCode: string, Message: string) =>
        answer(status, { ResponseStatus: { ErrorCode, Message } });
      // The console sends JSON.
      const { provider, userName, password } = JSON.parse(text || "{}") as Record<string, unknown>;
      if (!/auth/i.test(request.url ?? "")) return refuse(404, "NotFound", "No such operation");
      if (provider === "logout") return answer(200, {});
      if (password === "right")
        return answer(
          200,
          { SessionId: key, UserName: "Casey" },
          { "set-cookie": `ss-id=${key}; path=/; HttpOnly` },
        );
      return typeof userName === "string"
        ? refuse(401, "Unauthorized", "Invalid UserName or Password")
        : refuse(400, "ArgumentNullException", "Value cannot be null: provider");
    });
  });

  /** Its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#host.listen(0, "127.0.0.1", resolve));
    // A server that listens on TCP has an address with a port.
    return `http://127.0.0.1:${(this.#host.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#host.close();
    this.#host.closeAllConnections();
  }
}
