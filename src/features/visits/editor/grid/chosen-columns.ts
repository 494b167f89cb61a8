import { asList, asObject } from "#room/features/visits/editor/draft/json-object.ts";

export interface Chosen {
  readonly hidden: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
}

export function chosenIn(preferences: unknown, name: string): Chosen {
  const kept = asObject(asObject(asObject(preferences)["gridColumns"])[name]);
  const names = (list: unknown) => new Set(asList(list).map(String));
  return { hidden: names(kept["hidden"]), wanted: names(kept["wanted"]), pinned: names(kept["pinned"]) };
}

export function toggled(set: ReadonlySet<string>, name: string): string[] {
  return set.has(name) ? [...set].filter((each) => each !== name) : [...set, name];
}
