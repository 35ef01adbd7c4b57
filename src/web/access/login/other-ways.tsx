import { KeyRound, LogIn } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Icon } from "#web/design/icon.tsx";
import type { SignedIn } from "../arrive.ts";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

/**
 * The ways in that need no password. Both are in the prerendered page, so that nothing moves; the style sheet shows the
 * one where the browser knows passkeys (public/theme.js), the other where this installation has single sign-on.
 */
export function OtherWays({ onSignedIn }: { onSignedIn: (answer: SignedIn) => Promise<void> }) {
  const { signIn, busy } = usePasskeySignIn(onSignedIn);
  const [provider, setProvider] = useState("single sign-on");
  useEffect(() => {
    const { singleSignOn } = document.documentElement.dataset;
    if (singleSignOn) setProvider(singleSignOn);
  }, []);
  return (
    <div className="other-ways">
      <span className="other-ways-passkey">
        <Button icon={KeyRound} wide busy={busy && "Waiting for your passkey..."} onClick={() => void signIn()}>
          Use a passkey
        </Button>
      </span>
      <a
        className="button other-ways-provider"
        data-kind="secondary"
        data-size="regular"
        data-wide
        href="/auth/single-sign-on/start"
      >
        <Icon of={LogIn} />
        <span className="button-texts">Continue with {provider}</span>
      </a>
    </div>
  );
}
