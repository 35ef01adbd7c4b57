import { demoAddress } from "#catalog/public-pages.ts";

/** What the links of our mails, and our own server, put behind the # of /login and /reset-password. */
export type Mailed =
  | { readonly kind: "token"; readonly token: string; readonly type: "signup" | "invite" | "magiclink" | "recovery" }
  /** What the address says is anybody's: `ourSentence` tells what may be shown of it. */
  | { readonly kind: "error"; readonly said: string }
  | { readonly kind: "second-factor" }
  | { readonly kind: "demo" };

const types = ["signup", "invite", "magiclink", "recovery"] as const;

/**
 * Reads the part of an address behind its #. Undefined for what means nothing here, such as the name of a section.
 */
export function readMailed(hash: string): Mailed | undefined {
  if (hash === "#second-factor") return { kind: "second-factor" };
  if (`/login${hash}` === demoAddress) return { kind: "demo" };
  const carried = new URLSearchParams(hash.slice(1));
  if (carried.has("error")) return { kind: "error", said: carried.get("error_description") ?? "" };
  const token = carried.get("access_token");
  const type = types.find((kind) => kind === carried.get("type"));
  return token && type ? { kind: "token", token, type } : undefined;
}

/** Where a link leads that was used or has expired (interface, section 2). */
export const usedLink = "/login#error=access_denied&error_description=Email+link+is+invalid+or+has+expired";
