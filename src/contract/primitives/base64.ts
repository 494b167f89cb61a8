import * as z from "zod/mini";
import { rule } from "./rule.ts";

const alphabet = /^[A-Za-z0-9+/]*={0,2}$/;

/** True for standard base64 with its padding; line breaks are allowed, as mail programs write them. */
export function isBase64(value: string): boolean {
  const packed = value.includes("\n") ? value.replaceAll(/[\r\n]/g, "") : value;
  return packed.length % 4 === 0 && alphabet.test(packed);
}

/** The number of bytes that base64 text stands for, found without decoding it. */
export function base64Size(value: string): number {
  const packed = value.includes("\n") ? value.replaceAll(/[\r\n]/g, "") : value;
  const padding = packed.endsWith("==") ? 2 : packed.endsWith("=") ? 1 : 0;
  return (packed.length / 4) * 3 - padding;
}

/** The number of base64 characters that so many bytes become. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

export const base64 = z
  .string()
  .check(rule(isBase64, { code: "RegularExpression", message: "must be Base64 text" }));
