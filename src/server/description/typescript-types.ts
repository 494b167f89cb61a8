import { registry } from "#room/contract/registry.ts";
import { productVersion } from "#room/server/product-version.ts";
import { describedKeys, type JsonSchema, responseName, schemaPrefix, wireSchemas } from "./wire-schemas.ts";

const preamble = `
export interface IReturn<T>
{
    createResponse(): T;
}

export interface IPost {}
`;

function literal(value: unknown): string {
  return typeof value === "string" ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value);
}

/** Writes each object as a class, those without a name of their own under their owner's and their member's. */
class ClassWriter {
  readonly #classes: string[] = [];

  get text(): string {
    return this.#classes.join("\n");
  }

  /** The TypeScript type of a value. `place` is the name that a nested object gets. */
  #typeOf(schema: JsonSchema, place: string): string {
    const { $ref, anyOf, type, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) return $ref.slice(schemaPrefix.length);
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum)
      return schema.enum
        .filter((value) => value !== null)
        .map(literal)
        .join(" | ");
    if (anyOf) {
      const types = anyOf
        .filter((option) => option.type !== "null")
        .map((option, index) => this.#typeOf(option, index === 0 ? place : `${place}${index + 1}`));
      return [...new Set(types)].join(" | ");
    }
    const [only = "any"] = [type ?? []].flat().filter((name) => name !== "null");
    if (only === "array") {
      const item = this.#typeOf(items ?? {}, place);
      return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
    }
    if (only === "integer") return "number";
    if (only !== "object") return only;
    if (properties && Object.keys(properties).length > 0) {
      this.write(place, schema);
      return place;
    }
    const value =
      typeof additionalProperties === "object" ? this.#typeOf(additionalProperties, place) : "any";
    return `{ [name: string]: ${value}; }`;
  }

  write(name: string, schema: JsonSchema, methods = "", base = ""): void {
    const members = Object.entries(schema.properties ?? {}).map(([member, property]) => {
      const type = this.#typeOf(property, `${name}${member.charAt(0).toUpperCase()}${member.slice(1)}`);
      const note =
        property.description === undefined
          ? ""
          : `    /** ${property.description.replaceAll("*/", "* /")} */\n`;
      const key = /^[A-Za-z_$][\w$]*$/.test(member) ? member : literal(member);
      return `${note}    public ${key}${schema.required?.includes(member) === true ? "!" : "?"}: ${type};\n`;
    });
    this.#classes.push(
      `export class ${name}${base}\n{\n${members.join("")}\n    public constructor(init?: Partial<${name}>) { (Object as any).assign(this, init); }\n${methods}}\n`,
    );
  }
}

/**
 * The API as TypeScript classes, as ServiceStack's own tools fetch them (Add ServiceStack Reference) and its client sends
 * them. The base address is left for the route to fill in.
 */
export function typescriptTypes(): string {
  const schemas = wireSchemas();
  const writer = new ClassWriter();
  const ofOperations = new Map<string, string>(
    describedKeys.map((key) => [registry[key].name, responseName(key)]),
  );
  for (const [name, schema] of Object.entries(schemas)) {
    const response = ofOperations.get(name);
    if (response === undefined) writer.write(name, schema);
    else
      writer.write(
        name,
        schema,
        `    public getTypeName() { return '${name}'; }\n    public getMethod() { return 'POST'; }\n    public createResponse() { return new ${response}(); }\n`,
        ` implements IReturn<${response}>, IPost`,
      );
  }
  return `/* Options:
Version: ${productVersion()}
Tip: To override a DTO option, remove "//" prefix before updating
BaseUrl: 

*/
${preamble}
${writer.text}`;
}
