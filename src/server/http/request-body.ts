import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import {
  JsonFault,
  longestName,
  maxNames,
  maxValues,
  usualDepth,
} from "#room/contract/strict-json/json-fault.ts";
import { parseStrictJson } from "#room/contract/strict-json/parse-strict-json.ts";
import { Refusal } from "./refusal.ts";

const utf8Names = new Set(["utf-8", "utf8", "us-ascii"]);

/**
 * Not shown by the interface: JSON is accepted as application/json, text/plain (the stock client) or without a type.
 */
function checkContentType(contentType: string): void {
  const [type = "", ...parameters] = contentType.split(";");
  const media = type.trim().toLowerCase();
  if (media !== "application/json" && media !== "text/plain")
    throw new Refusal(415, "UnsupportedMediaType", "The body must be JSON, sent as application/json.");
  for (const parameter of parameters) {
    const [name = "", value = ""] = parameter.toLowerCase().split("=", 2);
    if (name.trim() === "charset" && !utf8Names.has(value.trim().replaceAll('"', "")))
      throw new Refusal(400, "SerializationException", "The body must be in UTF-8.");
  }
}

/** Refuses a body by its headers: a type other than JSON, or compression. */
export function checkBodyHeaders(request: FastifyRequest): void {
  const { "content-type": contentType, "content-encoding": encoding } = request.headers;
  if (contentType !== undefined && contentType !== "application/json") checkContentType(contentType);
  // Not shown by the interface: compressed bodies are refused, since a small one could decompress to any size.
  if (encoding !== undefined && encoding !== "" && encoding.toLowerCase() !== "identity") {
    throw new Refusal(415, "UnsupportedMediaType", "The body must not be compressed (Content-Encoding).", {
      headers: { "accept-encoding": "identity" },
    });
  }
}

/** Reports where the error is, never the body's content, which may be patient data. */
function refusalOf({ kind, position }: JsonFault): Refusal {
  const place = `at position ${position}`;
  const malformed = (message: string) => new Refusal(400, "SerializationException", message);
  const tooMany = (message: string) => new Refusal(413, "RequestTooLarge", message);
  switch (kind) {
    case "syntax":
      return malformed(`The body is not JSON ${place}.`);
    case "name-twice":
      return malformed(`The body repeats a member name ${place}.`);
    case "rounded-number":
      return new Refusal(400, "ScalePrecision", `The number ${place} has more digits than can be kept.`);
    case "too-deep":
      return malformed(`The body is nested deeper than ${usualDepth} levels ${place}.`);
    case "too-many-values":
      return tooMany(`The body holds more than ${maxValues} values.`);
    case "too-many-names":
      return tooMany(`The body names more than ${maxNames} different members.`);
    case "long-name":
      return malformed(`The name of a member ${place} has more than ${longestName} characters.`);
  }
}

/** Parses a request's body. An empty body and null count as `{}`. */
export function readBody(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new Refusal(400, "SerializationException", "The body is not in UTF-8.");
  const text = bytes.toString("utf8");
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (json.trim() === "") return {};
  try {
    return parseStrictJson(json, usualDepth, "text") ?? {};
  } catch (error) {
    throw error instanceof JsonFault ? refusalOf(error) : error;
  }
}
