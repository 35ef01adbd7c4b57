import { Button } from "#web/design/button.tsx";
import { MailSent } from "../mail-sent.tsx";
import { sendMagicLink } from "./send-magic-link.ts";

/** After a magic link was asked for. */
export default function MagicLinkSent({ email, onReturn }: { email: string; onReturn: () => void }) {
  return (
    <MailSent
      title="Check your email"
      message={(address) => <>If {address} has an account, we sent it a link to sign in. It works once.</>}
      email={email}
      resend="Resend magic link"
      pause={30}
      onResend={() => sendMagicLink(email, "Magic link resent!")}
      back={
        <Button kind="primary" onClick={onReturn}>
          Return to Login
        </Button>
      }
    />
  );
}
