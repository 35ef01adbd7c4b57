import { Button } from "#web/design/button.tsx";
import { MailSent } from "../mail-sent.tsx";
import { resendConfirmation } from "./resend-confirmation.ts";

/** After signing up: where to look, and what to do when nothing comes. */
export default function Registered({ email, onReturn }: { email: string; onReturn: () => void }) {
  return (
    <MailSent
      title="Registration successful"
      message={(address) => (
        <>
          We sent a link to {address}. Open it to finish. It works once. In another browser, we ask you to set a new
          password.
        </>
      )}
      email={email}
      resend="Resend confirmation email"
      onResend={() => resendConfirmation(email)}
      back={
        <Button kind="primary" onClick={onReturn}>
          Return to Login
        </Button>
      }
    />
  );
}
