import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { loadAccount } from "../load-account.ts";

/** Mails a link that signs in and says so; resolves to whether it was sent. `refuse` says why not. */
export async function sendMagicLink(
  email: string,
  success: string,
  refuse: typeof showError = showError,
): Promise<boolean> {
  try {
    const { client } = await loadAccount();
    await client.session.sendMagicLink({ email });
    toast.success(success);
    return true;
  } catch (error) {
    refuse(error, "Failed to send magic link");
    return false;
  }
}
