import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Session } from "../endpoints/session.ts";

/**
 * Sessions of a demo visit: everything is asked by one and the same visitor, whose browser is given no session of its own,
 * so that the real one it may have is left alone.
 */
export function visitorSessions(opened: Sessions, visitor: Session): Sessions {
  return {
    ...opened,
    read: async () => visitor,
    readAwaiting: async () => undefined,
    renew: async () => {},
    replaceToken: async () => {},
    end: async () => {},
  };
}
