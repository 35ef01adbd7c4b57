/** Features of the browser that no page of ours uses. */
const PERMISSIONS =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

const CLOUDFLARE = "https://challenges.cloudflare.com";

/** What a page has inside of it, and whether it asks Cloudflare whether somebody is a person. */
interface Inline {
  readonly scriptHashes?: readonly string[];
  readonly styleHashes?: readonly string[];
  readonly turnstile?: boolean;
}

const quoted = (hash: string) => `'${hash}'`;

/**
 * Headers on every answer, made once. A page's policy lists the hashes of the inline scripts and styles its file really holds;
 * anything else inline is refused, and strings never become script (Trusted Types).
 */
export function securityHeaders(
  appUrl: string,
  { scriptHashes = [], styleHashes = [], turnstile = false }: Inline = {},
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes.map(quoted), ...(turnstile ? [CLOUDFLARE] : [])].join(" ")}`,
    ...(turnstile ? [`frame-src ${CLOUDFLARE}`] : []),
    `style-src ${["'self'", ...styleHashes.map(quoted)].join(" ")}`,
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

/**
 * Headers on a part of a page, made once: a file that it loads, or data from an endpoint. The rest of them speaks to documents,
 * which bring their own. Headers are not compressed, and a page has many parts. A worker obeys the policy of its own file.
 */
export function partHeaders(appUrl: string, part: "file" | "data"): Readonly<Record<string, string>> {
  const shared = [
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-resource-policy",
    "strict-transport-security",
  ];
  return {
    "content-security-policy": partPolicies[part],
    ...Object.fromEntries(Object.entries(securityHeaders(appUrl)).filter(([name]) => shared.includes(name))),
  };
}

const partPolicies = {
  file: "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'",
  data: "default-src 'none'; frame-ancestors 'none'",
} as const;
