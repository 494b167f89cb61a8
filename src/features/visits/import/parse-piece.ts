import {
  JsonFault,
  longestName,
  maxNames,
  maxValues,
  usualDepth,
} from "#room/contract/strict-json/json-fault.ts";
import { parseStrictJson } from "#room/contract/strict-json/parse-strict-json.ts";
import type { JsonPiece } from "./json-piece.ts";

function nameAt(text: string, position: number): string {
  return /^"((?:[^"\\]|\\.)*)"/.exec(text.slice(position, position + 200))?.[1] ?? "A name";
}

function wordsOf({ kind, position }: JsonFault, { text, line }: JsonPiece): string {
  const place = `line ${line + text.slice(0, position).split("\n").length - 1}`;
  switch (kind) {
    case "syntax":
      return position >= text.trimEnd().length
        ? "The file ends in the middle of this visit. It was cut off: get it again, and import it whole."
        : `Not valid JSON: it can’t be read at ${place}.`;
    case "name-twice":
      return `“${nameAt(text, position)}” is there twice, at ${place}, and only one can be right. Keep that one and import the file again.`;
    case "rounded-number":
      return `The number at ${place} has more digits than can be kept. Correct it and import the file again.`;
    case "too-deep":
      return `This visit is nested too deep at ${place}; no service accepts it.`;
    case "too-many-values":
      return `This visit holds more than ${maxValues.toLocaleString("en-US")} values; no service accepts one that large.`;
    case "too-many-names":
      return `This visit names more than ${maxNames.toLocaleString("en-US")} different fields; no service accepts that many.`;
    case "long-name":
      return `The name of a field at ${place} is longer than ${longestName} characters; no service accepts it.`;
  }
}

/** Parses one piece of a file as strictly as the service does, or says what is wrong. */
export function parsePiece(piece: JsonPiece): { value: unknown } | { message: string } {
  if (piece.text === "")
    return { message: "This visit is longer than 16 MB; no service accepts one that long." };
  try {
    return { value: parseStrictJson(piece.text, usualDepth, "fault") };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { message: wordsOf(error, piece) };
  }
}
