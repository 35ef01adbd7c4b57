/** Features of the browser that no page of ours uses. */
const PERMISSIONS =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

const CLOUDFLARE = "https://challenges.cloudflare.com";

/**
 * Headers on every answer, made once. A page's policy lists the hashes of the inline scripts its file really holds;
 * anything else inline is refused, and strings never become script (Trusted Types).
 */
export function securityHeaders(
  appUrl: string,
  { scriptHashes = [], turnstile = false }: { scriptHashes?: readonly string[]; turnstile?: boolean } = {},
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...(turnstile ? [CLOUDFLARE] : [])].join(" ")}`,
    ...(turnstile ? [`frame-src ${CLOUDFLARE}`] : []),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // What a third party's script does inside, we cannot hold to our rules.
    ...(turnstile ? [] : ["require-trusted-types-for 'script'"]),
  ].join("; ");
  return {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    // Links we mail carry a token in their address; it must not travel on.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": PERMISSIONS,
    ...(appUrl.startsWith("https:") ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
  };
}
