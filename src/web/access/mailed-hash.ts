import { openFailures } from "#contract/open-failures.ts";

/** What the links of our mails, and our own server, put behind the # of /login and /reset-password. */
export type Mailed =
  | { readonly kind: "token"; readonly token: string; readonly type: "signup" | "invite" | "magiclink" | "recovery" }
  | { readonly kind: "error"; readonly says: string }
  | { readonly kind: "second-factor" };

const types = ["signup", "invite", "magiclink", "recovery"] as const;

const aboutSingleSignOn: readonly string[] = Object.entries(openFailures)
  .filter(([name]) => name.startsWith("single-sign-on-"))
  .map(([, { says }]) => says);

/** Whether a sentence is about the way to a provider and back, or a disabled account, which no confirmation mail would mend. */
export const isAboutSingleSignOn = (says: string): boolean =>
  aboutSingleSignOn.includes(says) || says === openFailures["account-disabled"].says;

const sentences: readonly string[] = [
  openFailures["link-invalid"].says,
  ...aboutSingleSignOn,
  openFailures.unavailable.says,
  openFailures["second-factor-expired"].says,
  openFailures["account-disabled"].says,
  openFailures["too-many-requests"].says,
];

/**
 * Reads the part of an address behind its #. A sentence is shown only when it is one of ours: whoever makes a link could
 * otherwise put words into our mouth. Undefined for what means nothing here, such as the name of a section.
 */
export function readMailed(hash: string): Mailed | undefined {
  if (hash === "#second-factor") return { kind: "second-factor" };
  const carried = new URLSearchParams(hash.slice(1));
  if (carried.has("error")) {
    const said = carried.get("error_description") ?? "";
    return { kind: "error", says: sentences.includes(said) ? said : openFailures["link-invalid"].says };
  }
  const token = carried.get("access_token");
  const type = types.find((one) => one === carried.get("type"));
  return token && type ? { kind: "token", token, type } : undefined;
}

/** Where a link leads that was used or has expired (interface, section 2). */
export const usedLink = "/login#error=access_denied&error_description=Email+link+is+invalid+or+has+expired";
