import { Listeners } from "#room/signals/listeners.ts";
import type { EncryptedStore } from "./encrypted-store.ts";
import type { KeptValue } from "./kept-value.ts";

export function keptDoc<T>(engine: EncryptedStore, name: string, empty: T): KeptValue<T> {
  const unit = `doc-${name}`;
  const listeners = new Listeners();
  engine.onUnits((names) => {
    if (names.includes(unit)) listeners.tell();
  });
  // This unit's value was written by `update` below, so it is a T.
  const read = (value: unknown) => (value === undefined ? empty : (value as T));
  return {
    get: () => read(engine.value(unit)),
    subscribe: listeners.add,
    update: (change) => engine.change({ unit, apply: (value) => change(read(value)) }),
  };
}
