/** Headers of every answer. */
const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Two years, as the preload lists ask. */
const strictTransport = { "strict-transport-security": "max-age=63072000; includeSubDomains" };

/** Headers of the API's answers, which no page may frame, cache or take for a document. */
export function apiHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    ...(isHttps ? strictTransport : {}),
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  };
}

/**
 * The two style elements that react-aria writes into the page, by their hashes: the touch-action of what can be
 * pressed, and the overscroll under a dialog (Safari on phones).
 */
const ariaStyles =
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/**
 * The console's policy. Scripts and styles come from this site alone, in files. Pictures and fonts of data: are the
 * console's own; a mail's remote pictures are refused here whatever the frame's own policy says.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${ariaStyles}`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The mail's own (features/messages/trusted-types.ts) and its sanitiser's; no script can make another.
  "trusted-types messages dompurify",
];

const permissions = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Headers of the console's page and files. `connect` are further origins that it may call. */
export function consoleHeaders(
  isHttps: boolean,
  connect: readonly string[] = [],
): Readonly<Record<string, string>> {
  const directives = policy.map((directive) =>
    directive.startsWith("connect-src") ? [directive, ...connect].join(" ") : directive,
  );
  return {
    ...everywhere,
    ...(isHttps ? strictTransport : {}),
    "content-security-policy": directives.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": permissions,
    "x-frame-options": "DENY",
  };
}
