import type { OperationFacts } from "#room/contract/operation.ts";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import { samples } from "#room/contract/samples.ts";
import { productVersion } from "#room/server/product-version.ts";
import { type DocComments, readDocComments } from "./doc-comments.ts";
import { pathOf, whoMayCall } from "./openapi.ts";
import { describedKeys, type JsonSchema, responseName, schemaPrefix, wireSchemas } from "./wire-schemas.ts";

/** Text that is markup already. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Markup with each value escaped, lists joined. */
function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const written = values.map((value) => {
    if (typeof value === "string") return value.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
    return value instanceof Html ? value.text : value.map(({ text }) => text).join("");
  });
  return new Html(parts.map((part, index) => part + (written[index] ?? "")).join(""));
}

/** The words in backticks as code. */
function prose(text: string): Html {
  const parts = text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

function typeOf({ $ref, anyOf, type, items, enum: values, const: only }: JsonSchema): Html {
  if ($ref !== undefined) {
    const name = $ref.slice(schemaPrefix.length);
    return html`<a href="#${name}">${name}</a>`;
  }
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (values) return html`${values.map((value) => html`<code>${JSON.stringify(value)}</code> `)}`;
  if (anyOf) {
    const types = anyOf.filter((option) => option.type !== "null").map(typeOf);
    return html`${types.map((each, index) => (index === 0 ? each : html` or ${each}`))}`;
  }
  if (items) return html`list of ${typeOf(items)}`;
  return html`${[type ?? "any"]
    .flat()
    .filter((name) => name !== "null")
    .join(" or ")}`;
}

/** The rules of a value that may be null stand with its other form. */
function meaningOf({ description, anyOf }: JsonSchema): string {
  const parts = [description, ...(anyOf ?? []).map((option) => option.description)];
  return parts.filter((part) => part !== undefined).join(" ");
}

/** The object that a member has in place, without a name of its own, and how its members are reached. */
function inner(
  { properties, items, anyOf }: JsonSchema,
  path: string,
): readonly (readonly [string, JsonSchema])[] {
  if (properties) return Object.entries(properties).map(([name, schema]) => [`${path}.${name}`, schema]);
  if (items) return inner(items, `${path}[]`);
  return (anyOf ?? []).flatMap((option) => inner(option, path));
}

function rows(path: string, property: JsonSchema, isRequired: boolean): readonly Html[] {
  const row = html`<tr>
    <th scope="row"><code>${path}</code></th>
    <td>${typeOf(property)}</td>
    <td>${isRequired ? "required" : ""}</td>
    <td>${prose(meaningOf(property))}</td>
  </tr>`;
  return [row, ...inner(property, path).flatMap(([name, schema]) => rows(name, schema, false))];
}

function fields(schema: JsonSchema | undefined): Html {
  const members = Object.entries(schema?.properties ?? {});
  if (members.length === 0) return html`<p>No members.</p>`;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Member</th>
        <th scope="col">Type</th>
        <th scope="col"></th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${members.flatMap(([name, property]) => rows(name, property, schema?.required?.includes(name) === true))}
    </tbody>
  </table>`;
}

interface Page {
  readonly base: string;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly comments: DocComments;
}

function operation(key: OperationKey, { base, schemas, comments }: Page): Html {
  const facts: OperationFacts = registry[key];
  const { name, effect } = facts;
  const example = JSON.stringify(samples[key], undefined, 2);
  const flags = registry[key].faults.codes;
  return html`<section id="${name}" class="operation">
    <h3>${name}</h3>
    <p>${prose(comments.ofOperation(key))}</p>
    <p>${prose(whoMayCall(key))}</p>
    <p><code>POST ${base}${pathOf(key)}</code></p>
    <h4>Request</h4>
    ${fields(schemas[name])}
    <h4>Answer</h4>
    ${facts.answers === "csv" ? html`<p>A CSV file.</p>` : fields(schemas[responseName(key)])}
    ${flags.length === 0 ? "" : html`<p>Failures are told in a 200 by ${flags.map((flag) => html`<code>${flag}</code> `)}.</p>`}
    <details>
      <summary>Example, and try it</summary>
      <form data-path="${base}${pathOf(key)}" data-effect="${effect}">
        <label
          >Request<textarea
            name="body"
            spellcheck="false"
            rows="${String(Math.min(24, example.split("\n").length + 1))}"
          >
${example}</textarea>
        </label>
        <p><button>${effect === "write" ? "Send (changes data)" : "Send"}</button></p>
        <pre class="answer" tabindex="0" aria-live="polite"></pre>
      </form>
    </details>
  </section>`;
}

const errors: readonly (readonly [string, string])[] = [
  [
    "400",
    "The request is not valid. errors has an entry for each member at fault: errorCode, fieldName (its path), message.",
  ],
  ["401", "There is no session, or it has ended. Call Auth."],
  ["403", "The caller may not do this."],
  ["404", "What the request names does not exist."],
  [
    "409",
    "It stands against what is stored. errorCode says why: a program decides by it, a person reads message.",
  ],
  ["413", "The body is too large."],
  ["429", "Too many calls. Retry-After says how many seconds to wait."],
  ["503", "The service cannot answer now, and nothing was done. Retry-After says when to try again."],
];

/** A page that lists every operation with its members, failures and an example, to read and to try. */
export function metadataPage({ base }: { base: string }): string {
  const page: Page = { base, schemas: wireSchemas(), comments: readDocComments() };
  const isOwn = (key: OperationKey) => {
    const { extension }: OperationFacts = registry[key];
    return extension === true;
  };
  const groups = [
    { title: "The interface", keys: describedKeys.filter((key) => !isOwn(key)) },
    { title: "Extensions of this service", keys: describedKeys.filter(isOwn) },
  ];
  const ofOperations = new Set<string>(
    describedKeys.flatMap((key) => [registry[key].name, responseName(key)]),
  );
  const shared = Object.entries(page.schemas).filter(([name]) => !ofOperations.has(name));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>Operations</title>
        <link rel="stylesheet" href="${base}/metadata.css" />
        <script src="${base}/metadata.js" defer></script>
      </head>
      <body>
        <header>
          <h1>Operations</h1>
          <p>
            Version ${productVersion()}. Every operation takes a POST of JSON with
            <code>Content-Type: application/json</code>. For tools:
            <a href="${base}/openapi.json">OpenAPI 3.1</a>,
            <a href="${base}/types/typescript">TypeScript classes</a>. “Try it” uses the session of this
            browser: <a href="/">sign in</a> first.
          </p>
        </header>
        <nav aria-label="Operations">
          ${groups.map(
            ({ title, keys }) =>
              html`<h2>${title}</h2>
                <ul>
                  ${keys.map((key) => html`<li><a href="#${registry[key].name}">${registry[key].name}</a></li>`)}
                </ul>`,
          )}
          <h2>Shared</h2>
          <ul>
            <li><a href="#failures">Failures</a></li>
            ${shared.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}
          </ul>
        </nav>
        <main>
          ${groups.map(
            ({ title, keys }) =>
              html`<h2>${title}</h2>
                ${keys.map((key) => operation(key, page))}`,
          )}
          <h2>Shared</h2>
          <section id="failures">
            <h3>Failures</h3>
            <p>
              A failure is an HTTP status and
              <code>{ "responseStatus": { "errorCode", "message", "errors" } }</code>. Messaging operations
              answer 200 with flags instead.
            </p>
            <table>
              <tbody>
                ${errors.map(
                  ([status, words]) =>
                    html`<tr>
                      <th scope="row">${status}</th>
                      <td>${words}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </section>
          ${shared.map(
            ([name, schema]) =>
              html`<section id="${name}">
                <h3>${name}</h3>
                ${fields(schema)}
              </section>`,
          )}
        </main>
      </body>
    </html>`.text;
}
