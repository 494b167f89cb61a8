import type { DirectoryKind } from "#room/contract/schemas/directory.ts";

/** The singular and plural of a kind of entry. */
export const kindWords: Readonly<Record<DirectoryKind, { readonly one: string; readonly many: string }>> = {
  practice: { one: "practice", many: "practices" },
  provider: { one: "provider", many: "providers" },
  payer: { one: "payer", many: "payers" },
  fee: { one: "fee", many: "fees" },
};

export function countWords(count: number, kind: DirectoryKind): string {
  return `${count.toLocaleString()} ${count === 1 ? kindWords[kind].one : kindWords[kind].many}`;
}
