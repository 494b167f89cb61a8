import { wrongTextKind, fileKindOf, type FileKind } from "./file-kind.ts";
import type { JsonPiece } from "./json-piece.ts";
import { JsonSplitter } from "./split-json.ts";
import { LineSplitter, isLineByLine } from "./line-splitter.ts";
import type { ImportSource, ReadOptions, ReadBatch } from "./import-source.ts";
import { SourceResults } from "./source-results.ts";

const headBytes = 4096;
const chunkBytes = 65_536;

async function* textOf(blob: Blob, kind: FileKind & { kind: "text" }): AsyncGenerator<[string, number]> {
  const decoder = new TextDecoder(kind.encoding, { fatal: true });
  const reader = blob.slice(kind.skip).stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // In-memory files yield chunks of many megabytes: split, so that none takes long.
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

/** The JSON pieces of one file; yields a refusal for what is not JSON at all. */
class FileReading {
  readonly #name: string;
  #splitter: JsonSplitter | LineSplitter | undefined;
  #held = "";
  #wrong: string | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Why the file cannot be read, once known. */
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
 * Reads events from files in chunks: one event, a request body, lists, or one per line. Yields at least every
 * `sliceMs`, so that the page stays responsive; an unreadable file is refused and the others continue. Throws the
 * signal's reason when aborted.
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
