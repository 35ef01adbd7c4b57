import { useEffect, useRef, useState } from "react";
import { loadAccount } from "#web/access/load-account.ts";
import { Button } from "#web/design/button.tsx";
import { useResendConfirmation } from "./use-resend-confirmation.ts";

/** After signing up: where to look, and what to do when nothing comes. */
export function Registered({ email, onReturn }: { email: string; onReturn: () => void }) {
  const { resend, resending } = useResendConfirmation();
  const heading = useRef<HTMLHeadingElement>(null);
  const mailbox = useDevelopmentMailbox();
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Registration successful
      </h1>
      <div className="oxford-rule mb-5" />
      <p className="text-ink-2">
        We have sent a confirmation link to <b className="font-semibold text-ink">{email}</b>. Open it to finish; it
        works once.
      </p>
      {mailbox && (
        <p className="mt-3 text-ink-2">
          This installation sends no mail. The link is in the{" "}
          <a className="link" href="/dev/mailbox">
            development mailbox
          </a>
          .
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button kind="primary" onClick={onReturn}>
          Return to Login
        </Button>
        <Button busy={resending && "Sending..."} onClick={() => void resend(email)}>
          Resend confirmation email
        </Button>
      </div>
    </>
  );
}

function useDevelopmentMailbox(): boolean {
  const [mailbox, setMailbox] = useState(false);
  useEffect(() => {
    loadAccount()
      .then(({ client }) => client.session.current({}))
      .then(
        (session) => setMailbox(session.mailbox),
        () => {},
      );
  }, []);
  return mailbox;
}
