import type { OperationFacts } from "#room/contract/operation.ts";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import { programOperations } from "#room/contract/program-operations.ts";
import { samples } from "#room/contract/samples.ts";
import { productVersion } from "#room/server/product-version.ts";
import { type DocComments, readDocComments } from "./doc-comments.ts";
import { describedKeys, responseName, schemaPrefix, wireSchemas } from "./wire-schemas.ts";

function answers(description: string, schema: string) {
  return { description, content: { "application/json": { schema: { $ref: schemaPrefix + schema } } } };
}

const failure = (description: string) => answers(description, "Failure");

/** Who may call an operation, in words. */
export function whoMayCall(key: OperationKey): string {
  const { session, right, asksAgain }: OperationFacts = registry[key];
  if (session === "none") return "Anyone may call it.";
  const place =
    session === "body"
      ? "Needs a session, as `sessionKey` and `loggedInUser` in the body"
      : programOperations.includes(key)
        ? "Needs a session or a program’s key"
        : "Needs a person’s session";
  const who = right === "signed-in" ? "" : ` with the right \`${right}\``;
  return `${place}${who}.${asksAgain === true ? " The caller must have proved who they are a few minutes ago (`ProveAgain`)." : ""}`;
}

/** The path that stands for an operation where only one can: the interface's own, else the generic route. */
export function pathOf(key: OperationKey): string {
  const { path, name }: OperationFacts = registry[key];
  return path ?? `/json/reply/${name}`;
}

function post(key: OperationKey, comments: DocComments) {
  const operation: OperationFacts = registry[key];
  const { name, session, extension, path } = operation;
  const described = comments.ofOperation(key);
  return {
    operationId: name,
    tags: [extension === true ? "Extensions" : "Interface"],
    summary: described.split(/(?<=[.!?])\s/)[0] ?? "",
    description: [described, whoMayCall(key), path === undefined ? "" : `Also at /json/reply/${name}.`]
      .filter((part) => part !== "")
      .join("\n\n"),
    security:
      session === "header"
        ? [{ session: [] }, ...(programOperations.includes(key) ? [{ key: [] }] : []), { cookie: [] }]
        : [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: { $ref: schemaPrefix + name }, example: samples[key] } },
    },
    responses: {
      200:
        operation.answers === "csv"
          ? { description: "A CSV file.", content: { "text/csv": { schema: { type: "string" } } } }
          : answers("What was asked for, or that it was done.", responseName(key)),
      400: failure("The request is not valid; `errors` names each member at fault."),
      401: failure("There is no session, or it has ended."),
      403: failure("The caller may not do this."),
      409: failure("It stands against what is stored; `errorCode` says why."),
      413: failure("The body is too large."),
      429: failure("Too many calls; `Retry-After` says how many seconds to wait."),
      503: failure("The service cannot answer now; nothing was done. `Retry-After` says when to try again."),
    },
  };
}

/** The API as OpenAPI 3.1, from the registry. */
export function openApi({ server }: { server: string }) {
  const comments = readDocComments();
  return {
    openapi: "3.1.0",
    info: {
      title: "Visit charges, Direct messages and diagnosis codes",
      version: productVersion(),
      description:
        "Every operation takes a POST of JSON. Members are case-sensitive; `null` counts as absent, and members that are not named here are kept.",
    },
    servers: [{ url: server === "" ? "/" : server }],
    tags: [
      { name: "Interface", description: "The five operations of the interface" },
      { name: "Extensions", description: "What this service adds; another service may answer 404 or 405" },
    ],
    paths: Object.fromEntries(describedKeys.map((key) => [pathOf(key), { post: post(key, comments) }])),
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "header",
          name: "X-ss-id",
          description: "The sessionId that Auth answered",
        },
        key: { type: "http", scheme: "bearer", description: "A program’s key, or a sessionId" },
        cookie: { type: "apiKey", in: "cookie", name: "ss-id", description: "The cookie that Auth set" },
      },
      schemas: {
        ...wireSchemas(),
        Failure: {
          type: "object",
          properties: { responseStatus: { $ref: `${schemaPrefix}ResponseStatus` } },
          required: ["responseStatus"],
        },
      },
    },
  };
}
