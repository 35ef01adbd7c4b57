import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { AppError, showError } from "#web/app-error.ts";
import { loadAccount } from "../load-account.ts";
import { readMailed, usedLink } from "../mailed-hash.ts";

type ResetLink =
  | { readonly state: "none" | "checking" }
  | { readonly state: "unchecked"; readonly again: () => void }
  | { readonly state: "good"; readonly token: string; readonly email: string };

/**
 * The token of a mail that resets a password: out of the address at once, and checked before anybody thinks up a
 * password for it. Checking does not use it up.
 */
export function useResetLink(): ResetLink {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [link, setLink] = useState<ResetLink>({ state: "none" });

  async function check(token: string) {
    setLink({ state: "checking" });
    try {
      const { client } = await loadAccount();
      const { email } = await client.session.checkReset({ token });
      setLink({ state: "good", token, email });
    } catch (error) {
      if (error instanceof AppError && error.code === "link-invalid") {
        await navigate(usedLink, { replace: true });
        return;
      }
      showError(error, "Failed to update password");
      setLink({ state: "unchecked", again: () => void check(token) });
    }
  }

  const read = useEffectEvent(async () => {
    const mailed = readMailed(hash);
    if (!mailed) return;
    await navigate({ hash: "" }, { replace: true });
    if (mailed.kind === "token" && mailed.type === "recovery") await check(mailed.token);
    else await navigate({ pathname: "/login", hash }, { replace: true });
  });

  useEffect(() => void read(), [hash]);

  return link;
}
