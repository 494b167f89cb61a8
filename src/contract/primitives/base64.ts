import * as z from "zod/mini";
import { rule } from "./rule.ts";

const alphabet = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether text is standard padded base64. Line breaks are allowed, as mail programs write them. */
export function isBase64(value: string): boolean {
  const packed = value.includes("\n") ? value.replaceAll(/[\r\n]/g, "") : value;
  return packed.length % 4 === 0 && alphabet.test(packed);
}

/** The decoded size of base64 text in bytes, computed without decoding it. */
export function base64Size(value: string): number {
  const packed = value.includes("\n") ? value.replaceAll(/[\r\n]/g, "") : value;
  const padding = packed.endsWith("==") ? 2 : packed.endsWith("=") ? 1 : 0;
  return (packed.length / 4) * 3 - padding;
}

/** The length in base64 characters of this many bytes. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

export const base64 = z
  .string()
  .check(rule(isBase64, { code: "RegularExpression", message: "must be Base64 text" }));
