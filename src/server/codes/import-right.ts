import type { HandlerContext } from "#room/server/handler.ts";

/** The right that lets a user import code sets; the first user of an empty store has it. */
export const importRight = "import-codes";

export function mayImportCodes({ session }: HandlerContext): boolean {
  return session?.rights.includes(importRight) === true;
}
