import { randomBytes } from "node:crypto";

const DAY_SECONDS = 24 * 60 * 60;

/**
 * A random name for the browser that signs up, in a cookie of a day: when a link is followed in it, what that browser
 * chose is what its owner confirms.
 */
export function signUpBrowser(appUrl: string) {
  const secure = appUrl.startsWith("https:");
  const cookie = secure ? "__Host-sign-up" : "sign-up";
  const read = (header: string | undefined): string | undefined =>
    header
      ?.split(/; */)
      .find((part) => part.startsWith(`${cookie}=`))
      ?.slice(cookie.length + 1);
  return {
    read,
    /** The browser's name, and the header that gives it one where it has none. */
    name: (header: string | undefined): { browser: string; setCookie: string | undefined } => {
      const known = read(header);
      if (known !== undefined && /^[\w-]{43}$/.test(known)) return { browser: known, setCookie: undefined };
      const browser = randomBytes(32).toString("base64url");
      const attributes = `Path=/; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      return { browser, setCookie: `${cookie}=${browser}; ${attributes}` };
    },
  };
}
