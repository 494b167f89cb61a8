/** One JSON value cut out of a text, with the line (from 1) where it starts. */
export interface JsonPiece {
  readonly text: string;
  readonly line: number;
  /** Its position in the top-level list, from 1. */
  readonly entry?: number;
}

export const quote = 34;
export const backslash = 92;
export const newline = 10;
export const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93];

export function isBlankCode(code: number): boolean {
  return code === 32 || code === 9 || code === 13 || code === newline || code === 0xfeff;
}

/** The longest value buffered while looking for its end; a service refuses events over 8 MiB. */
export const longestPiece = 16 * 1024 * 1024;
