/** The keys that content was ever sealed with, each wrapped by a given one. Number 0 means in the clear. */
export interface DataKeyTable {
  key_id: number;
  /** New content uses the current key; a leaving key still has some content; a gone one has none that is known. */
  state: "current" | "leaving" | "gone";
  /** The given key that wraps it; empty for the clear. */
  given_id: string;
  wrapped: string;
  made_at: number;
}
