import { useState } from "react";
import { loadAccount } from "#web/access/load-account.ts";
import { toast } from "#web/design/toast-list.ts";
import { tell } from "#web/refusal.ts";

/** Mails the confirmation link again; resolves to whether it was sent. */
export function useResendConfirmation() {
  const [resending, setResending] = useState(false);
  async function resend(email: string): Promise<boolean> {
    setResending(true);
    try {
      const { client } = await loadAccount();
      await client.session.resendConfirmation({ email });
      toast.success("Confirmation email resent!");
      return true;
    } catch (error) {
      tell(error, "Failed to resend confirmation email");
      return false;
    } finally {
      setResending(false);
    }
  }
  return { resend, resending };
}
