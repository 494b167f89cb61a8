import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

const secret = "a secret of the client";

/** A real OpenID Connect provider on its own port. Any login works: the user is whoever the form names. */
export class IdentityProvider {
  #listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  readonly #host: Server = createServer((request, response) => void this.#listener(request, response));

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#host.listen(0, "127.0.0.1", resolve));
  }

  get issuer(): string {
    // A server that listens on TCP has an address with a port.
    return `http://127.0.0.1:${(this.#host.address() as AddressInfo).port}`;
  }

  /** The environment for a console server that trusts this provider. */
  get settings(): Record<string, string> {
    return {
      OPENID_PROVIDERS: "clinic",
      OPENID_CLINIC_ISSUER: this.issuer,
      OPENID_CLINIC_CLIENT_ID: "console",
      OPENID_CLINIC_CLIENT_SECRET: secret,
      OPENID_CLINIC_LABEL: "Clinic ID",
    };
  }

  /** Registers the console at this address as its client. */
  serve(consoleUrl: string): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: "console",
          client_secret: secret,
          post_logout_redirect_uris: [`${consoleUrl}/sign-in`],
          redirect_uris: [`${consoleUrl}/sign-in/callback`],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
      pkce: { required: () => true },
      claims: { openid: ["sub"] },
      findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
      cookies: { keys: ["a key of the test"] },
    });
    this.#listener = provider.callback();
  }

  close(): void {
    this.#host.closeAllConnections();
    this.#host.close();
  }
}
