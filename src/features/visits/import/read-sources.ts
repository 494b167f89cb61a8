import type { DraftEvent } from "#room/billing/draft-event.ts";
import { fileKindOf, wrongTextKind } from "./file-kind.ts";
import type { FileKind } from "./file-kind.ts";
import type { ReadFault } from "./read-event.ts";
import { readPiece } from "./read-event.ts";
import type { JsonPiece } from "./split-json.ts";
import { JsonSplitter, LineSplitter, isLineByLine } from "./split-json.ts";

/** Something to import: a file, or text that was pasted. */
export interface ImportSource {
  readonly name: string;
  readonly blob: Blob;
}

/** Something that was not taken, and why. */
export interface RefusedItem {
  readonly file: string;
  /** Where it begins in the file, from 1; absent when the file as a whole was refused. */
  readonly line?: number;
  /** Its place in the list that it stands in, from 1. */
  readonly entry?: number;
  readonly eventId?: string;
  readonly faults: readonly ReadFault[];
}

/** What a stretch of a source gave. */
export interface ReadBatch {
  readonly file: string;
  readonly events: readonly DraftEvent[];
  /** How many of the events have something to be corrected. */
  readonly faulty: number;
  readonly refused: readonly RefusedItem[];
  /** How far all sources are read, in bytes. */
  readonly bytesRead: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Lets the page do its work; called at the latest every `sliceMs`. */
  readonly pause: () => Promise<void>;
  readonly sliceMs?: number;
  readonly now?: () => number;
}

const headBytes = 4096;
const chunkBytes = 65_536;

async function* textOf(blob: Blob, kind: FileKind & { kind: "text" }): AsyncGenerator<[string, number]> {
  const decoder = new TextDecoder(kind.encoding, { fatal: true });
  const reader = blob.slice(kind.skip).stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // Memory gives pieces of many megabytes: cut, so that no piece takes long.
      for (let at = 0; at < value.length; at += chunkBytes) {
        const part = value.subarray(at, at + chunkBytes);
        yield [decoder.decode(part, { stream: true }), part.length];
      }
    }
    yield [decoder.decode(), 0];
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The pieces of JSON of one file as they are cut out; gives a refusal in place of what is no JSON at all. */
class FileReading {
  readonly #name: string;
  #splitter: JsonSplitter | LineSplitter | undefined;
  #held = "";
  #wrong: string | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Why nothing of the file can be read, once that is known. */
  get wrong(): string | undefined {
    return this.#wrong;
  }

  push(text: string): readonly JsonPiece[] {
    this.#held += text;
    if (!this.#splitter) {
      if (this.#held.length < headBytes) return [];
      this.#begin();
    }
    return this.#cut();
  }

  end(): readonly JsonPiece[] {
    if (!this.#splitter && this.#held.trim() !== "") this.#begin();
    return [...this.#cut(), ...(this.#splitter?.end() ?? [])];
  }

  #begin(): void {
    this.#wrong = wrongTextKind(this.#held);
    if (this.#wrong !== undefined) return;
    this.#splitter = isLineByLine(this.#held, this.#name) ? new LineSplitter() : new JsonSplitter();
  }

  #cut(): readonly JsonPiece[] {
    const text = this.#held;
    if (!this.#splitter || text === "") return [];
    this.#held = "";
    return this.#splitter.push(text);
  }
}

/** What was read of one source and not yet given on. */
class SourceResults {
  readonly #name: string;
  #events: DraftEvent[] = [];
  #refused: RefusedItem[] = [];
  #faulty = 0;
  /** Whether anything was found in the file, good or bad. */
  isEmpty = true;

  constructor(name: string) {
    this.#name = name;
  }

  take(piece: JsonPiece): void {
    this.isEmpty = false;
    for (const result of readPiece(piece)) {
      if (result.ok) {
        this.#events.push(result.event);
        if (result.isFaulty) this.#faulty += 1;
        continue;
      }
      const { faults, eventId, entry = piece.entry } = result;
      const at = { file: this.#name, line: piece.line, ...(entry !== undefined && { entry }) };
      this.#refused.push({ ...at, ...(eventId !== undefined && { eventId }), faults });
    }
  }

  refuse(message: string): void {
    this.isEmpty = false;
    this.#refused.push({ file: this.#name, faults: [{ path: "", message }] });
  }

  give(bytesRead: number): ReadBatch {
    const events = this.#events;
    const batch = { file: this.#name, events, faulty: this.#faulty, refused: this.#refused, bytesRead };
    this.#faulty = 0;
    this.#events = [];
    this.#refused = [];
    return batch;
  }
}

const unreadable =
  "The file is not readable text: it is damaged, or saved in an unusual encoding. Save it as UTF-8 and import it again.";
const broken = "The file could not be read to the end. It may have been moved or changed; choose it again.";

async function* readSource(
  source: ImportSource,
  bytesBefore: number,
  { signal, pause, sliceMs = 12, now = () => performance.now() }: ReadOptions,
): AsyncGenerator<ReadBatch> {
  const results = new SourceResults(source.name);
  let bytes = bytesBefore;
  try {
    const kind = fileKindOf(new Uint8Array(await source.blob.slice(0, headBytes).arrayBuffer()));
    if (kind.kind === "refused") results.refuse(kind.message);
    else {
      const reading = new FileReading(source.name);
      let since = now();
      for await (const [text, size] of textOf(source.blob, kind)) {
        bytes += size;
        for (const piece of size === 0 ? [...reading.push(text), ...reading.end()] : reading.push(text)) {
          results.take(piece);
          if (now() - since < sliceMs) continue;
          yield results.give(bytes);
          await pause();
          signal?.throwIfAborted();
          since = now();
        }
        if (reading.wrong !== undefined) break;
      }
      if (reading.wrong !== undefined) results.refuse(reading.wrong);
      else if (results.isEmpty) results.refuse("The file is empty: there is no visit in it.");
    }
  } catch (error) {
    signal?.throwIfAborted();
    results.refuse(error instanceof TypeError ? unreadable : broken);
  }
  yield results.give(bytesBefore + source.blob.size);
  await pause();
}

/**
 * Reads events out of files, piece by piece: one event, a request's body, lists, one per line. Gives what it has at
 * least every `sliceMs`, so that the page stays responsive; a file that cannot be read is refused, the others go on.
 * Throws the signal's reason when it is aborted.
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
