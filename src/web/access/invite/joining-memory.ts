const key = "joiningInviteToken";

/** Remembers, in this tab, that somebody left the page of an invitation for a provider in order to join. */
export function rememberJoining(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // Without storage they press Accept once more.
  }
}

/** The invitation that somebody left for a provider to join, or null; the memory serves once. */
export function takeJoining(): string | null {
  try {
    const token = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return token;
  } catch {
    return null;
  }
}
