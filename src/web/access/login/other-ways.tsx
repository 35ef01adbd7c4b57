import { KeyRound } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import type { SignedIn } from "../arrive.ts";
import { Providers } from "../providers.tsx";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

/** The ways in that need no password; a passkey is shown where the browser knows it (public/theme.js). */
export function OtherWays({ onSignedIn }: { onSignedIn: (answer: SignedIn) => Promise<void> }) {
  const { signIn, busy } = usePasskeySignIn(onSignedIn);
  return (
    <div className="other-ways">
      <span className="other-ways-passkey">
        <Button icon={KeyRound} wide busy={busy && "Waiting for your passkey..."} onClick={() => void signIn()}>
          Use a passkey
        </Button>
      </span>
      <Providers />
    </div>
  );
}
