/**
 * Whether the person, or the page itself, called off what the browser asked about a passkey. The browser says no more
 * than that, so that a page cannot learn which passkeys there are; nothing has gone wrong.
 */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
