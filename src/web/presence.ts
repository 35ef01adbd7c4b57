import { useEffect } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { timeNow } from "#web/clock.ts";

const key = "presence";
const line = "session";
const leaving = "signing-out";
/** Longer than a request may take. */
const LEAVING_MS = 60_000;

export type KnownSession = z.output<typeof contract.session.current.output>;

/**
 * Tells the document whether someone is signed in, and remembers it, so that the next public page says it right before
 * its first paint (public/theme.js). It only decides which links show.
 */
export function tellPresence(signedIn: boolean): void {
  document.documentElement.toggleAttribute("data-signed-in", signedIn);
  try {
    if (signedIn) localStorage.setItem(key, "in");
    else localStorage.removeItem(key);
    if (signedIn) localStorage.removeItem(leaving);
  } catch {
    // Storage may be closed to us, or full; the next page then learns it from the server.
  }
}

/**
 * Asks who is signed in, for pages that must not load the typed client and its validators for so little. Null when
 * there is no answer that can be understood; the workspace checks for itself.
 */
export async function askSession(signal?: AbortSignal): Promise<KnownSession | null> {
  const answer = await fetch("/api/v1/session", signal ? { signal } : {}).catch(() => null);
  if (!answer?.ok) return null;
  return (await answer.json().catch(() => null)) as KnownSession | null;
}

let channel: BroadcastChannel | null | undefined;

/** One for the page, so that a page does not hear what it says itself. */
function opened(): BroadcastChannel | null {
  channel ??= "BroadcastChannel" in globalThis ? new BroadcastChannel(line) : null;
  return channel;
}

/**
 * Says, before the server is asked, that somebody signs out in this browser, or that it failed: another tab may hear from the server
 * that the session has ended before it hears of this one, and a person who signs out wants nothing kept.
 */
export function tellSigningOut(begun: boolean): void {
  try {
    if (begun) localStorage.setItem(leaving, String(timeNow().getTime()));
    else localStorage.removeItem(leaving);
  } catch {
    // The other tabs then say that the session has ended, which is true.
  }
}

/** Whether somebody signs out in this browser, or just did. */
export function isSigningOut(): boolean {
  try {
    const at = localStorage.getItem(leaving);
    return at !== null && Math.abs(timeNow().getTime() - Number(at)) < LEAVING_MS;
  } catch {
    return false;
  }
}

/** Tells every tab of this browser who signed in, by their id, or with null that somebody signed out. */
export function broadcastSession(personId: string | null): void {
  tellPresence(personId !== null);
  const open = opened();
  if (open) return open.postMessage(personId);
  try {
    // The time makes the same news twice two pieces of news.
    localStorage.setItem(line, JSON.stringify([personId, timeNow().getTime()]));
  } catch {
    // Without either the other tabs learn it from the server's next answer.
  }
}

/** Calls back when another tab of this browser signed in, with the person's id, or signed out, with null. */
export function onSessionNews(listener: (personId: string | null) => void): () => void {
  const open = opened();
  const heard = ({ data }: MessageEvent<string | null>) => listener(data);
  const stored = ({ key: changed, newValue }: StorageEvent) => {
    if (!open && changed === line && newValue) listener((JSON.parse(newValue) as [string | null])[0]);
  };
  open?.addEventListener("message", heard);
  addEventListener("storage", stored);
  return () => {
    open?.removeEventListener("message", heard);
    removeEventListener("storage", stored);
  };
}

/** Keeps the links of a public page true: asks once, and listens to the other tabs. */
export function useToldPresence(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const unheard = onSessionNews((personId) => tellPresence(personId !== null));
    void askSession(leaving.signal).then((session) => {
      if (!leaving.signal.aborted) tellPresence(Boolean(session?.user));
    });
    return () => {
      unheard();
      leaving.abort();
    };
  }, []);
}
