/** One small value of the workspace that is read at once and written through: preferences, read marks, templates. */
export interface KeptValue<T> {
  /** The same value until it changes; for useSyncExternalStore. */
  get(): T;
  subscribe(listener: () => void): () => void;
  /** Applied again when another tab wrote in between, so it must depend on its argument alone. */
  update(change: (value: T) => T): Promise<void>;
}

/** A charge template: rows to insert, as JSON of charges and diagnoses. */
export interface ChargeTemplate {
  readonly id: string;
  readonly name: string;
  readonly charges: readonly unknown[];
  readonly diagnoses: readonly unknown[];
  readonly updatedAt: number;
}

/** Someone written to or heard from. */
export interface Contact {
  readonly address: string;
  readonly name?: string;
  readonly lastUsedAt: number;
  readonly count: number;
}

/** A diagnosis code that was used or starred. */
export interface KeptCode {
  readonly code: string;
  readonly codeSystemName?: string;
  readonly description?: string;
  readonly usedAt: number;
}

/** Notes on visits of the clinic's queue that are half written, by visitId, the oldest first. */
export type NoteDrafts = Readonly<Record<string, { readonly noteId: string; readonly text: string }>>;

/** The settings of this user in this browser, by name; each feature reads its own and defends itself. */
export type Preferences = Readonly<Record<string, unknown>>;

/** Which received messages are unread no more, by messageId. */
export type ReadMarks = Readonly<Record<string, true>>;
