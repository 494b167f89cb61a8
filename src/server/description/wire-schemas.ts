import * as z from "zod/mini";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import { samples } from "#room/contract/samples.ts";
import { attachment, email } from "#room/contract/schemas/email.ts";
import {
  audit,
  rulesLog,
  autoChargedEvent,
  visitCharged,
  charge,
  diagnosis,
  payment,
} from "#room/contract/schemas/auto-charged-event.ts";
import { directoryEntry, savedEntry } from "#room/contract/schemas/directory.ts";
import { invoice, invoiceLine } from "#room/contract/schemas/invoice.ts";
import { money } from "#room/contract/primitives/money.ts";
import { person } from "#room/contract/schemas/person.ts";
import { programKey } from "#room/contract/schemas/program-key.ts";
import { fieldError, responseStatus } from "#room/contract/schemas/response-status.ts";
import { visitGroup, visitRow } from "#room/contract/schemas/visit.ts";
import { visitFilterObject } from "#room/contract/schemas/visit-filter.ts";
import { definitionOf } from "#room/contract/quick-test.ts";
import { readDocComments } from "./doc-comments.ts";

/** What of JSON Schema (2020-12) our schemas become. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean | null;
  readonly additionalProperties?: JsonSchema | boolean;
}

/** The interface's own names of its objects, and ours for what the extensions share. */
const sharedTypes = {
  AutoChargedEvent: autoChargedEvent,
  VisitCharged: visitCharged,
  Charge: charge,
  Money: money,
  Diagnosis: diagnosis,
  Payment: payment,
  Audit: audit,
  RulesLog: rulesLog,
  Email: email,
  Attachment: attachment,
  ResponseStatus: responseStatus,
  ResponseError: fieldError,
  Invoice: invoice,
  InvoiceLine: invoiceLine,
  VisitRow: visitRow,
  VisitGroup: visitGroup,
  VisitFilter: visitFilterObject,
  DirectoryEntry: directoryEntry,
  SavedDirectoryEntry: savedEntry,
  Person: person,
  ProgramKey: programKey,
};

/** The interface names requests only: `Auth` and its answer `AuthResponse`. */
export function responseName(key: OperationKey): string {
  return `${registry[key].name.replace(/Request$/, "")}Response`;
}

export const schemaPrefix = "#/components/schemas/";

/** The words of a schema's own rules: "must be given", "must be above 0". */
function ruleWords({ checks }: z.core.$ZodTypeDef): string[] {
  return (checks ?? []).flatMap(({ _zod: { def } }) => {
    if (def.check !== "custom" || typeof def.error !== "function") return [];
    // `rule` gives its words whatever the value; zod asks for a whole issue.
    const words = def.error({ code: "custom", input: undefined, path: [] } as never);
    return typeof words === "string" ? [words] : [];
  });
}

/** zod's own rendering, with our rules in words and without what says nothing in an open format. */
function render({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  delete jsonSchema["~standard"];
  if (
    typeof jsonSchema.additionalProperties === "object" &&
    Object.keys(jsonSchema.additionalProperties).length === 0
  )
    delete jsonSchema.additionalProperties;
  const words = ruleWords(definitionOf(zodSchema));
  if (words.length === 0) return;
  const sentence = words.join("; ");
  jsonSchema.description = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** The operations in the order of their samples, what belongs together side by side; a built module has its exports by the alphabet. */
export const describedKeys = keysOf(samples);

/** All objects of the wire by name: each operation's request and response, and what they share. */
export function wireSchemas(): Readonly<Record<string, JsonSchema>> {
  const named = z.registry<{ id: string }>();
  const comments = readDocComments();
  for (const [id, schema] of Object.entries(sharedTypes)) named.add(schema, { id });
  const texts = new Map<string, ReadonlyMap<string, string>>();
  for (const key of describedKeys) {
    const { name, request, response } = registry[key];
    // Several operations may take or answer the same object; each has it under its own name.
    named.add(z.clone<z.ZodMiniType>(request), { id: name });
    named.add(z.clone<z.ZodMiniType>(response), { id: responseName(key) });
    texts.set(name, comments.ofMembers(key, "request"));
    texts.set(responseName(key), comments.ofMembers(key, "response"));
  }
  const { schemas } = z.toJSONSchema(named, {
    io: "input",
    uri: (id) => schemaPrefix + id,
    override: render,
  });
  for (const [name, schema] of Object.entries(schemas)) {
    delete schema.$schema;
    delete schema.$id;
    for (const [member, property] of Object.entries(schema.properties ?? {})) {
      const text = texts.get(name)?.get(member);
      if (text === undefined || typeof property !== "object") continue;
      property.description = [text, property.description].filter((part) => part !== undefined).join(" ");
    }
  }
  // Of zod's type of a JSON schema, ours names the members that our schemas become.
  return schemas as Readonly<Record<string, JsonSchema>>;
}
