import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { loadAccount } from "../load-account.ts";

/** Mails the confirmation link again and says so; resolves to whether it was sent. */
export async function resendConfirmation(email: string): Promise<boolean> {
  try {
    const { client } = await loadAccount();
    await client.session.resendConfirmation({ email });
    toast.success("Confirmation email resent!");
    return true;
  } catch (error) {
    showError(error, "Failed to resend confirmation email");
    return false;
  }
}
