/** What our cookies are for. Each holds a random token and nothing about the person. */
export type CookiePurpose =
  | "session"
  | "staff"
  | "device"
  | "sign-up"
  | "ceremony"
  | "single-sign-on"
  | "file-source"
  | "file-key";

export type Cookies = ReturnType<typeof cookiesOf>;

/**
 * Our cookies: out of reach for scripts, sent along when somebody follows a link to us, and bound to https, this host and
 * the whole path where the origin is https (the `__Host-` prefix, RFC 6265bis).
 */
export function cookiesOf(appUrl: string) {
  const secure = appUrl.startsWith("https:");
  const name = (purpose: CookiePurpose) => (secure ? `__Host-${purpose}` : purpose);
  const write = (purpose: CookiePurpose, value: string, maxAge: number) =>
    `${name(purpose)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return {
    name,
    /** The header that sets one; `maxAge` in seconds. */
    set: write,
    /** The header that removes one. */
    clear: (purpose: CookiePurpose) => write(purpose, "", 0),
    /** A request's value; undefined when there is none, or it is nothing we could have given. */
    read(header: string | undefined, purpose: CookiePurpose): string | undefined {
      const start = `${name(purpose)}=`;
      const value = header
        ?.split(/; */)
        .find((part) => part.startsWith(start))
        ?.slice(start.length);
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
    },
  };
}
