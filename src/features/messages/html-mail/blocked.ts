export type BlockedKind =
  | "remote-image"
  | "tracking-image"
  | "tracking-link"
  | "remote-style"
  | "script"
  | "form"
  | "embedded"
  | "media"
  | "drawing"
  | "redirect"
  | "unsafe-link";

export interface Blocked {
  kind: BlockedKind;
  /** The address it would have fetched or opened; empty if it had none. */
  address: string;
}

const words: Record<BlockedKind, [one: string, many: string]> = {
  "remote-image": ["remote image", "remote images"],
  "tracking-image": ["tracking image", "tracking images"],
  "tracking-link": ["tracking link", "tracking links"],
  "remote-style": ["remote style or font", "remote styles or fonts"],
  script: ["script", "scripts"],
  form: ["form field", "form fields"],
  embedded: ["embedded page", "embedded pages"],
  media: ["audio or video file", "audio or video files"],
  drawing: ["drawing", "drawings"],
  redirect: ["redirect", "redirects"],
  "unsafe-link": ["unsafe link", "unsafe links"],
};

export function blockedWords(kind: BlockedKind, count: number): string {
  return `${count} ${words[kind][count === 1 ? 0 : 1]}`;
}

export function countBlocked(blocked: readonly Blocked[]): [BlockedKind, number][] {
  const counts = new Map<BlockedKind, number>();
  for (const { kind } of blocked) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts];
}

/** "3 remote images and 1 tracking link were blocked."; undefined if nothing was. */
export function blockedSentence(blocked: readonly Blocked[]): string | undefined {
  const parts = countBlocked(blocked).map(([kind, count]) => blockedWords(kind, count));
  const last = parts.pop();
  if (last === undefined) return undefined;
  const list = parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
  return `${list} ${blocked.length === 1 ? "was" : "were"} blocked.`;
}
