/** It is no longer as whoever changes it saw it. */
export class ChangedSince extends Error {
  override readonly name = "ChangedSince";
}

/** Throws ChangedSince unless what was seen is so now; members that are not given were not looked at. */
export function refuseUnseen(now: object, seen: object): void {
  for (const [name, value] of Object.entries(seen))
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(now, name)))
      throw new ChangedSince();
}
