import type { Settings } from "#room/server/settings.ts";
import { Refusal } from "./refusal.ts";

/** How many bytes of bodies the server holds at a time. */
export interface ByteLimits {
  readonly all: number;
  readonly address: number;
  readonly person: number;
}

/** Whose bytes they are. Unidentified callers share an eighth of the total, so that they cannot crowd out users. */
export interface ByteOwner {
  readonly address: string;
  /** Absent while the caller is unknown. */
  readonly person: string | undefined;
}

export interface ByteAccount {
  /** Throws the 503 when these bytes exceed the limit. */
  add(bytes: number): void;
  /** The caller has been identified. */
  belongsTo(person: string): void;
  /** Call when nothing is held anymore. */
  close(): void;
}

/**
 * Counts the bytes of bodies from their first byte to their answer, or of answers until they are received: in total,
 * per address and per person, since one may have many sessions.
 */
export class BytesUnderWay {
  readonly #limits: ByteLimits;
  readonly #oneAlwaysPasses: boolean;
  readonly #held = new Map<string, number>();

  /** @param oneAlwaysPasses a caller that holds nothing yet may hold one, however large */
  constructor(limits: ByteLimits, { oneAlwaysPasses = false } = {}) {
    this.#limits = limits;
    this.#oneAlwaysPasses = oneAlwaysPasses;
  }

  /** The total held. */
  get total(): number {
    return this.#held.get("all") ?? 0;
  }

  #limitsOf({ address, person }: ByteOwner): [key: string, most: number][] {
    const { all, address: ofAddress, person: ofPerson } = this.#limits;
    return [
      ["all", all],
      [`address ${address}`, ofAddress],
      person === undefined ? ["strangers", Math.ceil(all / 8)] : [`person ${person}`, ofPerson],
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
      belongsTo: (person) => {
        this.#change(owner, -mine);
        owner = { ...owner, person };
        this.#change(owner, mine);
      },
      close: () => {
        this.#change(owner, -mine);
        mine = 0;
      },
    };
  }
}

/** A counter with the limits from the settings. */
export function bytesUnderWay({ allBytes, addressBytes, personBytes }: Settings): BytesUnderWay {
  return new BytesUnderWay({ all: allBytes, address: addressBytes, person: personBytes });
}

/**
 * Unread answers may take a quarter of that: a finished answer is larger in memory than its bytes, and most are read
 * immediately.
 */
export function answersUnderWay({ allBytes, addressBytes, personBytes }: Settings): BytesUnderWay {
  const limits = { all: allBytes / 4, address: addressBytes / 4, person: personBytes / 4 };
  return new BytesUnderWay(limits, { oneAlwaysPasses: true });
}
