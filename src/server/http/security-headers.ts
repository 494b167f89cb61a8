const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Two years, as the preload list requires. */
const strictTransport = { "strict-transport-security": "max-age=63072000; includeSubDomains" };

/** Headers of API answers, which must not be framed, cached or treated as a document. */
export function apiHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    ...(isHttps ? strictTransport : {}),
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  };
}

/**
 * Hashes of the two style elements that react-aria adds: touch-action of pressable elements, and overscroll under a
 * dialog (Safari on phones).
 */
const ariaStyles =
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/**
 * The console's CSP. Scripts and styles come only from this site, as files. data: images and fonts are the console's
 * own; a message's remote images are refused here whatever the frame's own policy says.
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
  // The console's own policy (features/messages/trusted-types.ts) and DOMPurify's; no script can create another.
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

export function consoleHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    ...(isHttps ? strictTransport : {}),
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": permissions,
    "x-frame-options": "DENY",
  };
}
