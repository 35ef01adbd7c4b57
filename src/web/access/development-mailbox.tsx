import { useEffect, useState } from "react";
import { askSession } from "#web/presence.ts";

/** Where to look on an installation that sends no mail; nothing on one that does. */
export function DevelopmentMailbox() {
  const [mailbox, setMailbox] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    void askSession(leaving.signal).then((session) => session?.mailbox && setMailbox(true));
    return () => leaving.abort();
  }, []);
  if (!mailbox) return null;
  return (
    <p className="above-12 quiet">
      This installation sends no email. Find the link in the{" "}
      <a className="link" href="/dev/mailbox">
        development mailbox
      </a>
      .
    </p>
  );
}
