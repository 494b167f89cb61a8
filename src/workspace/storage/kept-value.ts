/** A small workspace value, read synchronously and written through: preferences, read marks, templates. */
export interface KeptValue<T> {
  /** The same value until it changes; for useSyncExternalStore. */
  get(): T;
  subscribe(listener: () => void): () => void;
  /** Called again when another tab wrote in between, so it must depend only on its argument. */
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

export interface Contact {
  readonly address: string;
  readonly name?: string;
  readonly lastUsedAt: number;
  readonly count: number;
  /** False or absent: only their letters were read. */
  readonly isWrittenTo?: boolean;
}

export interface KeptCode {
  readonly code: string;
  readonly codeSystemName?: string;
  readonly description?: string;
  readonly usedAt: number;
}

/** Unfinished notes on visits of the clinic's queue, by visitId, oldest first. */
export type NoteDrafts = Readonly<Record<string, { readonly noteId: string; readonly text: string }>>;

/** This user's settings in this browser, by name. Each feature reads its own and validates it. */
export type Preferences = Readonly<Record<string, unknown>>;

/** The received messages that have been read, by messageId. */
export type ReadMarks = Readonly<Record<string, true>>;
