// The path is kept in the tab and not in the address, so that /login stays /login and no link can choose it.
const key = "returnPath";

/** Remembers where someone wanted to go before they had to sign in. */
export function rememberReturnPath(path: string) {
  if (path.startsWith("/dashboard")) sessionStorage.setItem(key, path);
}

/** Where to go after signing in; the memory serves once. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return path ?? "/dashboard";
}
