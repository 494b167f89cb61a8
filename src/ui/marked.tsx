import { Fragment } from "react";

export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return piecesOf(text, words).map(({ piece, isMarked, at }) =>
    isMarked ? <mark key={at}>{piece}</mark> : <Fragment key={at}>{piece}</Fragment>,
  );
}

interface Piece {
  piece: string;
  isMarked: boolean;
  /** Where it begins. */
  at: number;
}

/** The pieces add up to the whole text. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const wanted = words
    .filter((word) => word !== "")
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (wanted.length === 0) return [{ piece: text, isMarked: false, at: 0 }];
  const pieces: Piece[] = [];
  let end = 0;
  const add = (from: number, to: number, isMarked: boolean) => {
    if (to > from) pieces.push({ piece: text.slice(from, to), isMarked, at: from });
    end = to;
  };
  // Longest first, so that a word is not cut short by its own prefix.
  const pattern = new RegExp(wanted.toSorted((a, b) => b.length - a.length).join("|"), "gi");
  for (const { index, 0: found } of text.matchAll(pattern)) {
    add(end, index, false);
    add(index, index + found.length, true);
  }
  add(end, text.length, false);
  return pieces;
}
