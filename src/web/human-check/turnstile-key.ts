import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The site key where this installation has Cloudflare check for people; the server puts it on the document. */
export const turnstileKey = () => document.documentElement.dataset["turnstile"];

/** The same for a component: undefined in a prerendered page, which is the same for every installation. */
export function useTurnstileKey(): string | undefined {
  return useSyncExternalStore(never, turnstileKey, () => undefined);
}
