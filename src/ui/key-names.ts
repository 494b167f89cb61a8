const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const printed: Record<string, string> = {
  mod: isApple ? "⌘" : "Ctrl",
  ctrl: "Ctrl",
  alt: isApple ? "⌥" : "Alt",
  shift: "Shift",
  enter: "Enter",
  escape: "Esc",
  space: "Space",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  delete: "Del",
};

/** The labels of a chord's keys: "mod+k" is Ctrl and K (⌘ and K on a Mac). */
export function keyParts(chord: string): string[] {
  const parts = chord === "+" ? ["+"] : chord.split("+");
  return parts.map(
    (part) => printed[part.toLowerCase()] ?? (/^(.|f\d+)$/i.test(part) ? part.toUpperCase() : part),
  );
}
