/** The first match, since others claim to be Chrome and Safari, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(?:intosh|\sOS\sX)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (text: string, list: typeof browsers) => list.find(([pattern]) => pattern.test(text))?.[1];

/** The name people know their browser by, such as "Firefox on Windows", from User-Agent, which may be anything. */
export function browserName(userAgent: string | undefined): string {
  const text = (userAgent ?? "").slice(0, 400);
  const browser = nameIn(text, browsers);
  const system = nameIn(text, systems);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  if (text.startsWith("Mozilla/")) return system === undefined ? "A browser" : `A browser on ${system}`;
  // Programs start with their own name: curl/8.5.0.
  return /^[A-Za-z][\w.-]{1,30}(?=\/|$)/.exec(text)?.[0] ?? "A program";
}
