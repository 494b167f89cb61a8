/** The part of the npm package oidc-provider that the tests use; it ships without types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export class Provider {
    constructor(issuer: string, configuration: object);
    on(event: "server_error", listener: (context: unknown, error: Error) => void): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
