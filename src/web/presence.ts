import { useEffect } from "react";

const key = "presence";

/**
 * Tells the document whether someone is signed in, and remembers it, so that the next public page says it right before
 * its first paint (public/theme.js). It only decides which links show.
 */
export function tellPresence(signedIn: boolean): void {
  document.documentElement.toggleAttribute("data-signed-in", signedIn);
  try {
    if (signedIn) localStorage.setItem(key, "in");
    else localStorage.removeItem(key);
  } catch {
    // Storage may be closed to us, or full; the next page then learns it from the server.
  }
}

/**
 * Asks who is signed in, for public pages, which must not load the typed client and its validators for one yes or no.
 * Anything unexpected counts as signed out; the workspace checks for itself.
 */
export function useToldPresence(): void {
  useEffect(() => {
    const leaving = new AbortController();
    fetch("/api/v1/session", { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((session: { user?: unknown } | null) => tellPresence(Boolean(session?.user)))
      .catch(() => {});
    return () => leaving.abort();
  }, []);
}
