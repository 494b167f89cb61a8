import { shownCaller } from "#room/contract/caller-name.ts";
import type { VisitHistoryEntry } from "#room/contract/operations/get-visit.ts";
import { isSameUser } from "#room/workspace/visits/claim.ts";

type Deed = VisitHistoryEntry["deed"];

const words: Readonly<Partial<Record<Deed, (by: string, detail: string) => string>>> = {
  taken: (by) => `${by} took it`,
  "taken over": (by) => `${by} took it over`,
  assigned: (by, to) => `${by} assigned it to ${to || "someone else"}`,
  released: (by) => `${by} released it`,
  "ran out": (_by, of) => `${of ? `${of}’s time` : "the time"} with it ran out`,
  "put off": (by) => `${by} snoozed it`,
  closed: (by) => `${by} closed it`,
  reopened: (by) => `${by} reopened it`,
  voided: (by) => `${by} voided it`,
};

/** What became of a visit since this user had it last, oldest first: "robin took it over, robin reopened it". */
export function sinceLost(
  history: readonly VisitHistoryEntry[],
  me: string,
): { readonly words: string; readonly last: Deed | undefined } {
  const isMe = (name: string | null | undefined) => isSameUser(shownCaller(name ?? ""), me);
  const had = history.findLastIndex(({ deed, by, detail }) =>
    deed === "assigned" ? isMe(detail) : (deed === "taken" || deed === "taken over") && isMe(by),
  );
  const since = history
    .slice(had + 1)
    .filter(({ deed, detail }) => words[deed] && !(deed === "ran out" && isMe(detail)));
  const said = since.map(({ deed, by, detail }) =>
    words[deed]?.(isMe(by) ? "you" : by ? shownCaller(by) : "someone else", detail ?? ""),
  );
  const all = said.join(", ").replace(/^[yts](?=ou |he |omeone )/, (letter) => letter.toUpperCase());
  return { words: all, last: since.at(-1)?.deed };
}
