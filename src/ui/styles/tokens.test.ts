import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

type Scheme = "light" | "dark";

/** The colors of the first `:root` block, by name and scheme. */
function colours(scheme: Scheme): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)) {
    if (name && light && dark && !found.has(name)) found.set(name, scheme === "light" ? light : dark);
  }
  return found;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ["bg", "surface", "sunken", "hover", "overlay", "accent-soft"];
const states = ["ok", "warn", "bad", "ask", "accent"];

/** WCAG 2.2: 1.4.3 requires 4.5 for text, 1.4.11 requires 3 for field borders and the focus ring. */
const pairs: [string, string, number][] = [
  ...["text", "muted", "faint"].flatMap((ink) =>
    grounds.map((ground): [string, string, number] => [ink, ground, 4.5]),
  ),
  ...states.flatMap((ink) =>
    ["bg", "surface", "overlay", `${ink}-soft`].map((ground): [string, string, number] => [ink, ground, 4.5]),
  ),
  ...states.map((state): [string, string, number] => ["text", `${state}-soft`, 4.5]),
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-strong", 4.5],
  ["line-control", "surface", 3],
  ["line-control", "bg", 3],
];

describe.each<Scheme>(["light", "dark"])("in %s", (scheme) => {
  const tokens = colours(scheme);
  test.each(pairs)("%s on %s reaches %d", (ink, ground, least) => {
    const [one, other] = [tokens.get(ink), tokens.get(ground)];
    if (!one || !other) throw new Error(`no token ${one ? ground : ink}`);
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
  });
});
