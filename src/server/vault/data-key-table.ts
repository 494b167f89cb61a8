/** The keys that content was ever sealed with, each wrapped by a given one. Number 0 stands for the clear. */
export interface DataKeyTable {
  key_id: number;
  /** New content is kept under the current one; of a leaving one some is left; of a gone one none is known. */
  state: "current" | "leaving" | "gone";
  /** Which given key wraps it; empty for the clear. */
  given_id: string;
  wrapped: string;
  made_at: number;
}
