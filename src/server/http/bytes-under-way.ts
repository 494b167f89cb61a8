import type { Settings } from "#room/server/settings.ts";
import { Refusal } from "./refusal.ts";

/** How many bytes of bodies the server holds at once. */
export interface ByteLimits {
  readonly all: number;
  readonly address: number;
  readonly session: number;
}

/** Whose bytes they are. Callers whom nobody knows share an eighth of all, so that they are never in users' way. */
export interface ByteOwner {
  readonly address: string;
  /** What names the session; absent while nobody knows who calls. */
  readonly session: string | undefined;
}

export interface ByteAccount {
  /** Throws the 503 when these bytes are more than may be held now. */
  add(bytes: number): void;
  /** The caller is known now. */
  belongsTo(session: string): void;
  /** To be called when nothing is held any more. */
  close(): void;
}

/** Counts what bodies take from their first byte to their answer, or answers until they are taken: for all, for an address, for a session. */
export class BytesUnderWay {
  readonly #limits: ByteLimits;
  readonly #oneAlwaysPasses: boolean;
  readonly #held = new Map<string, number>();

  /** @param oneAlwaysPasses whoever holds nothing yet may hold one, however large it is */
  constructor(limits: ByteLimits, { oneAlwaysPasses = false } = {}) {
    this.#limits = limits;
    this.#oneAlwaysPasses = oneAlwaysPasses;
  }

  /** What is held in all. */
  get total(): number {
    return this.#held.get("all") ?? 0;
  }

  #limitsOf({ address, session }: ByteOwner): [key: string, most: number][] {
    const { all, address: ofAddress, session: ofSession } = this.#limits;
    return [
      ["all", all],
      [`address ${address}`, ofAddress],
      session === undefined ? ["strangers", Math.ceil(all / 8)] : [`session ${session}`, ofSession],
    ];
  }

  #change(owner: ByteOwner, bytes: number): void {
    for (const [key] of this.#limitsOf(owner)) {
      const held = (this.#held.get(key) ?? 0) + bytes;
      if (held === 0) this.#held.delete(key);
      else this.#held.set(key, held);
    }
  }

  open(first: ByteOwner): ByteAccount {
    let owner = first;
    let mine = 0;
    return {
      add: (bytes) => {
        for (const [key, most] of this.#limitsOf(owner)) {
          const held = this.#held.get(key) ?? 0;
          if (held + bytes > most && !(this.#oneAlwaysPasses && held === 0))
            throw new Refusal(
              503,
              "ServiceUnavailable",
              "The server is taking too many large requests at once. Nothing was done; try again in a few seconds.",
              { headers: { "retry-after": "5" } },
            );
        }
        this.#change(owner, bytes);
        mine += bytes;
      },
      belongsTo: (session) => {
        this.#change(owner, -mine);
        owner = { ...owner, session };
        this.#change(owner, mine);
      },
      close: () => {
        this.#change(owner, -mine);
        mine = 0;
      },
    };
  }
}

/** A count of its own, within what the settings allow. */
export function bytesUnderWay({ allBytes, addressBytes, sessionBytes }: Settings): BytesUnderWay {
  return new BytesUnderWay({ all: allBytes, address: addressBytes, session: sessionBytes });
}

/** Answers that nobody takes may be a quarter of that: a made answer is larger in memory than its bytes, and most are taken at once. */
export function answersUnderWay({ allBytes, addressBytes, sessionBytes }: Settings): BytesUnderWay {
  const limits = { all: allBytes / 4, address: addressBytes / 4, session: sessionBytes / 4 };
  return new BytesUnderWay(limits, { oneAlwaysPasses: true });
}
