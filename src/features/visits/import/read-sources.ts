import type { DraftEvent } from "#room/billing/draft-event.ts";
import { fileKindOf, wrongTextKind } from "./file-kind.ts";
import { piecesOf } from "./json-piece.ts";
import type { ImportSource, ReadOptions, ReadBatch, RefusedItem } from "./import-source.ts";
import { readPiece } from "./read-event.ts";

const headBytes = 4096;
/** Larger ones do not fit into one text. */
const mostBytes = 256 * 1024 * 1024;

const unreadable =
  "The file is not readable text: it is damaged, or saved in an unusual encoding. Save it as UTF-8 and import it again.";
const broken = "The file could not be read to the end. It may have been moved or changed; choose it again.";
const tooLarge = "The file is larger than 256 MB. Split it, and import its parts.";
const empty = "The file is empty: there is no visit in it.";

/** A file's text, or why it has none to import. */
async function textOf(blob: Blob): Promise<{ readonly text: string } | { readonly refused: string }> {
  if (blob.size > mostBytes) return { refused: tooLarge };
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const kind = fileKindOf(bytes.subarray(0, headBytes));
    if (kind.kind === "refused") return { refused: kind.message };
    const text = new TextDecoder(kind.encoding, { fatal: true }).decode(bytes.subarray(kind.skip));
    const refused = wrongTextKind(text.slice(0, headBytes));
    return refused === undefined ? { text } : { refused };
  } catch (error) {
    return { refused: error instanceof TypeError ? unreadable : broken };
  }
}

async function* readSource(
  { name, blob }: ImportSource,
  bytesBefore: number,
  { signal, pause, sliceMs = 12, now = () => performance.now() }: ReadOptions,
): AsyncGenerator<ReadBatch> {
  let events: DraftEvent[] = [];
  let refused: RefusedItem[] = [];
  const give = (bytesRead: number): ReadBatch => {
    const batch = { file: name, events, refused, bytesRead: bytesBefore + bytesRead };
    [events, refused] = [[], []];
    return batch;
  };
  const file = await textOf(blob);
  const refuse = (message: string) => refused.push({ file: name, faults: [{ path: "", message }] });
  if ("refused" in file) refuse(file.refused);
  else {
    let since = now();
    let isEmpty = true;
    for (const piece of piecesOf(file.text, name)) {
      isEmpty = false;
      for (const result of readPiece(piece)) {
        if (result.ok) {
          events.push(result.event);
          continue;
        }
        const { faults, eventId, entry = piece.entry } = result;
        const at = { file: name, line: piece.line, ...(entry !== undefined && { entry }) };
        refused.push({ ...at, ...(eventId !== undefined && { eventId }), faults });
      }
      if (now() - since < sliceMs) continue;
      yield give(Math.round((blob.size * piece.end) / file.text.length));
      await pause();
      signal?.throwIfAborted();
      since = now();
    }
    if (isEmpty) refuse(empty);
  }
  yield give(blob.size);
  await pause();
}

/**
 * Reads events from files. Yields at least every `sliceMs`, so that the page stays responsive; an unreadable file is refused
 * and the others continue. Throws the signal's reason when aborted.
 */
export async function* readSources(
  sources: readonly ImportSource[],
  options: ReadOptions,
): AsyncGenerator<ReadBatch> {
  let bytesBefore = 0;
  for (const source of sources) {
    options.signal?.throwIfAborted();
    yield* readSource(source, bytesBefore, options);
    bytesBefore += source.blob.size;
  }
}
