import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "#web/design/button.tsx";
import { DevelopmentMailbox } from "./development-mailbox.tsx";

interface MailSentProps {
  title: string;
  email: string;
  /** What was sent, around the address it was sent to. */
  message: (address: ReactNode) => ReactNode;
  resend: string;
  /** Seconds until the mail may be asked for again; none where asking again is part of the way. */
  pause?: number;
  /** Sends it again. */
  onResend: () => Promise<unknown>;
  /** The way back, where the page has none of its own. */
  back?: ReactNode;
}

/** After a mail was asked for: where to look, and what to do when nothing comes. */
export function MailSent({ title, email, message, resend, pause = 0, onResend, back }: MailSentProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const [wait, restart] = useCountdown(pause);
  useEffect(() => heading.current?.focus(), []);

  async function again() {
    setBusy(true);
    if (await onResend()) restart();
    setBusy(false);
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className="oxford-rule below-20" />
      <p className="quiet">{message(<b className="wraps strong inked">{email}</b>)}</p>
      <DevelopmentMailbox />
      {pause > 0 && (
        <p className="above-12 faint" id={`${id}-wait`}>
          {wait > 0
            ? `No email yet? You can request another in ${wait} ${wait === 1 ? "second" : "seconds"}.`
            : "No email yet? Check your spam folder or request another."}
        </p>
      )}
      <div className="cluster above-24">
        {back}
        <Button
          disabled={wait > 0}
          aria-describedby={pause > 0 ? `${id}-wait` : undefined}
          busy={busy && "Sending..."}
          onClick={() => void again()}
        >
          {resend}
        </Button>
      </div>
    </>
  );
}

/** Whole seconds that are left, and how to begin anew. */
function useCountdown(seconds: number): [number, () => void] {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left]);
  return [left, () => setLeft(seconds)];
}
