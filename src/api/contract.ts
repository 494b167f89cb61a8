import type * as Contract from "#room/contract/registry.ts";

let loaded: typeof Contract | undefined;

export function contractNow(): typeof Contract | undefined {
  return loaded;
}

/** Every operation with its schemas. Loaded on the first call, so that the sign-in page does without. */
export async function loadContract(): Promise<typeof Contract> {
  loaded ??= await import("#room/contract/registry.ts");
  return loaded;
}
