/**
 * How well the query matches the text; 0 is no match. Every word must be found; matches at the start of a word score
 * higher.
 */
export function matchScore(query: string, text: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const lower = text.toLowerCase();
  let score = 0;
  for (const word of words) {
    const at = lower.indexOf(word);
    if (at < 0) return 0;
    const startsWord = at === 0 || /[^a-z0-9]/.test(lower[at - 1] ?? "");
    score += startsWord ? 3 : 1;
  }
  return score + (lower.startsWith(words[0] ?? "") ? 2 : 0);
}

export interface Choice {
  id: string;
  group: string;
  title: string;
  detail?: string;
  target?: string;
  keys?: string;
  run: () => void;
}

export function groupsOf<Item>(items: readonly Item[], by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = by(item);
    const members = groups.get(group);
    if (members) members.push(item);
    else groups.set(group, [item]);
  }
  return groups;
}

export function grouped(choices: readonly Choice[]): Choice[] {
  return [...groupsOf(choices, (each) => each.group).values()].flat();
}
