// The path is kept in the tab and not in the address, so that /login stays /login and no link can choose it.
const key = "returnPath";
const invitationKey = "pendingInviteToken";

/** What was put away before somebody had to sign in. */
interface PutAway {
  readonly path: string | null;
  /** Whose page it was; null when nobody was signed in. */
  readonly person: string | null;
  readonly invitation: string | null;
}

/**
 * Where somebody goes who has just signed in (specification, section 4): to the invitation that waits for them, to the
 * page they came from, else to the dashboard. Another person's page is not theirs to come back to.
 */
export function nextPath({ path, person, invitation }: PutAway, signedIn: string): string {
  if (invitation) return invitationPath(invitation);
  const theirs = person === null || person === signedIn;
  return path && theirs && /^\/dashboard(?![^/?#])/.test(path) ? path : "/dashboard";
}

/** Remembers where someone wanted to go before they had to sign in, and who it was if that is known. */
export function rememberReturnPath(path: string, person: string | null = null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([path, person]));
  } catch {
    // Storage may be closed to us, or full; then the dashboard is where they arrive.
  }
}

/**
 * Remembers the invitation that somebody wants to accept once they have signed in. For all tabs: who signs up comes back
 * by a mailed link, which opens one more.
 */
export function rememberInvitation(token: string): void {
  try {
    localStorage.setItem(invitationKey, token);
  } catch {
    // Without storage the link has to be followed once more.
  }
}

/** The invitation that waits for the person who has just signed in, or null; the memory serves once. */
export function takeInvitation(): string | null {
  return take(sessionStorageOrNone(), invitationKey) ?? take(localStorageOrNone(), invitationKey);
}

/** The page of an invitation. */
export function invitationPath(token: string): string {
  return `/invite?token=${encodeURIComponent(token)}`;
}

/** Where to go after signing in; the memory serves once. */
export function takeNextPath(signedIn: string): string {
  const [path, person] = parse(take(sessionStorageOrNone(), key));
  return nextPath({ path, person, invitation: takeInvitation() }, signedIn);
}

function parse(stored: string | null): readonly [string | null, string | null] {
  try {
    const [path, person] = JSON.parse(stored ?? "[null, null]") as unknown[];
    return [typeof path === "string" ? path : null, typeof person === "string" ? person : null];
  } catch {
    return [null, null];
  }
}

function take(storage: Storage | null, name: string): string | null {
  const stored = storage?.getItem(name) ?? null;
  storage?.removeItem(name);
  return stored;
}

// A browser that closes its storage to us throws where the storage is named.
function sessionStorageOrNone(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function localStorageOrNone(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
