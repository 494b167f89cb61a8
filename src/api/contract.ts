import type * as Contract from "#room/contract/registry.ts";

let loaded: typeof Contract | undefined;

/** The contract once it is loaded. */
export function contractNow(): typeof Contract | undefined {
  return loaded;
}

/** Every operation with its schemas. They come with the first call, so that the page to sign in on does without. */
export async function loadContract(): Promise<typeof Contract> {
  loaded ??= await import("#room/contract/registry.ts");
  return loaded;
}
