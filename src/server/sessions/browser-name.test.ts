import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  ["Mozilla/5.0 (compatible)", "A browser"],
  ["Mozilla/5.0 (Linux)", "A browser on Linux"],
  ["Mozilla/5.0 Firefox/143.0", "Firefox"],
  [`Mozilla/5.0 ${"x".repeat(400)} Firefox/143.0`, "A browser"],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["<script>alert(1)</script>", "A program"],
  [`${"x".repeat(100_000)}`, "A program"],
  [undefined, "A program"],
])("%s is %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
