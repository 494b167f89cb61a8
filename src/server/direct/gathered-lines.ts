/** Gathers the lines of a part in one growing array. */
export class GatheredLines {
  #bytes = Buffer.alloc(4096);
  #length = 0;
  readonly #lineEnd: boolean;

  constructor(lineEnd: boolean) {
    this.#lineEnd = lineEnd;
  }

  update(line: Uint8Array): void {
    const end = this.#length + line.length + 1;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(line, this.#length);
    this.#length += line.length;
    if (this.#lineEnd) this.#bytes[this.#length++] = 10;
  }

  protected take(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  async finalize(): Promise<ArrayBuffer> {
    return ownMemory(this.take());
  }
}

/** Base64, of which some mail programs pad every line: each padded stretch is decoded by itself. */
export class GatheredBase64 extends GatheredLines {
  constructor() {
    super(false);
  }

  override async finalize(): Promise<ArrayBuffer> {
    const text = this.take();
    let length = 0;
    for (let from = 0; from < text.length;) {
      const pad = text.indexOf(0x3d, from);
      const end = pad === -1 ? text.length : pad;
      // Never longer than the text it stands in, so it is written over what was read.
      const decoded = Buffer.from(text.toString("latin1", from, end), "base64");
      length += decoded.copy(text, length);
      from = end + 1;
    }
    return ownMemory(text.subarray(0, length));
  }
}

function ownMemory(bytes: Buffer): ArrayBuffer {
  const memory = new ArrayBuffer(bytes.length);
  bytes.copy(new Uint8Array(memory));
  return memory;
}
