import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { loadAccount } from "#web/access/load-account.ts";
import { toast } from "#web/design/toast-list.ts";
import { Refusal, tell } from "#web/refusal.ts";
import { takeReturnPath } from "#web/return-path.ts";

const usedLink = "#error=access_denied&error_description=Email+link+is+invalid+or+has+expired";

/**
 * What the address carries behind its #: a token of one of our mails, which is used at once and taken out of the
 * address, or the reason why a link did not work. A link opened over this very page changes nothing but the #.
 */
export function useMailedLink(): { confirming: boolean; error: string | null } {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [confirming, setConfirming] = useState(false);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    const carried = new URLSearchParams(hash.slice(1));
    const token = carried.get("access_token");
    if (carried.has("error")) setError(carried.get("error_description") ?? "Email link is invalid or has expired");
    if (!token || !["signup", "invite"].includes(carried.get("type") ?? "")) return;

    async function confirm(mailed: string) {
      // Out of the address before anything else: nobody should find it in the history or over a shoulder.
      await navigate({ hash: "" }, { replace: true });
      setError(null);
      setConfirming(true);
      const { client, queryClient } = await loadAccount();
      try {
        await client.session.confirmEmail({ token: mailed });
        queryClient.clear();
        toast.success("Your email has been confirmed!");
        await navigate(takeReturnPath(), { replace: true });
      } catch (failure) {
        setConfirming(false);
        if (failure instanceof Refusal && failure.code === "link-invalid")
          await navigate({ hash: usedLink }, { replace: true });
        else tell(failure, "Failed to confirm email");
      }
    }
    void confirm(token);
  }, [hash, navigate]);

  return { confirming, error };
}
