import type { ServerResponse } from "node:http";

/** How long whoever asked may take none of an answer that waits for them, in milliseconds. */
export const UNREAD_MS = 60_000;

/**
 * Closes the connection of whoever does not read the answer that they asked for, so that nobody holds connections, files and
 * memory by asking alone. An answer that is still being made may take its time, and so may a slow line.
 */
export function limitUnreadTime(response: ServerResponse, unreadMs = UNREAD_MS): void {
  // The socket's own timer: any byte that moves, in either direction, winds it up again.
  response.setTimeout(unreadMs, () => {
    if ((response.socket?.writableLength ?? 0) > 0) response.destroy();
  });
}
