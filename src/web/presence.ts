import { useEffect, useState } from "react";

/**
 * Whether someone is signed in, for public pages, which must not load the typed client and its validators for one
 * yes or no. Anything unexpected counts as signed out; the workspace checks for itself.
 */
export function useSignedIn(): boolean {
  const [signedIn, setSignedIn] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    fetch("/api/v1/session", { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((session: { user?: unknown } | null) => setSignedIn(Boolean(session?.user)))
      .catch(() => {});
    return () => leaving.abort();
  }, []);
  return signedIn;
}
