import { counted } from "#room/contract/primitives/counted.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";

export const kindWords = {
  practice: { one: "practice", many: "practices" },
  provider: { one: "provider", many: "providers" },
  payer: { one: "payer", many: "payers" },
  fee: { one: "fee", many: "fees" },
} as const satisfies Record<DirectoryKind, object>;

export function countWords(count: number, kind: DirectoryKind): string {
  return counted(count, kindWords[kind].one, kindWords[kind].many);
}
