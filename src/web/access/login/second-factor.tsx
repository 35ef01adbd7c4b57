import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { openFailures } from "#contract/open-failures.ts";
import { Button } from "#web/design/button.tsx";
import { AppError, showError } from "#web/app-error.ts";
import type { SecondFactorMethods, SignedIn } from "../arrive.ts";
import { isAborted } from "../aborted.ts";
import { CodeForm } from "./code-form.tsx";

interface SecondFactorProps {
  /** How this account can bring it. */
  methods: SecondFactorMethods;
  onSignedIn: (answer: SignedIn) => Promise<void>;
  /** Too much time has passed: the first factor is asked for again. */
  onExpired: (message: string) => void;
  onBack: () => Promise<void>;
}

/** Signed in but for the second factor: a code of the app, a passkey, or a code that was put away for this day. */
export default function SecondFactor({ methods, onSignedIn, onExpired, onBack }: SecondFactorProps) {
  const [recovering, setRecovering] = useState(false);
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const byCode = methods.includes("code");
  useEffect(() => {
    // A code has a field that takes the focus; a passkey alone has none.
    if (!byCode) heading.current?.focus();
  }, [byCode]);

  /** Whether a failure ended the whole try. */
  function expired(error: unknown): boolean {
    const ended = error instanceof AppError && error.code === "second-factor-expired";
    if (ended) onExpired(error.message);
    return ended;
  }

  async function presentPasskey() {
    setAsking(true);
    try {
      const passkeys = await import("../passkeys.ts");
      await onSignedIn(await passkeys.authenticateWithPasskey());
    } catch (error) {
      if (!expired(error) && !isAborted(error)) showError(error, openFailures["passkey-failed"].message);
    } finally {
      setAsking(false);
    }
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Confirm your sign-in
      </h1>
      <div className="oxford-rule below-20" />
      {(byCode || recovering) && (
        <CodeForm key={String(recovering)} recovering={recovering} onSignedIn={onSignedIn} expired={expired} />
      )}
      {!byCode && !recovering && <p className="quiet">Use your passkey to finish signing in.</p>}
      <div className="stack gap-8 above-16">
        {methods.includes("passkey") && (
          <Button
            kind={byCode || recovering ? "secondary" : "primary"}
            icon={KeyRound}
            wide
            busy={asking && "Waiting for your passkey..."}
            onClick={() => void presentPasskey()}
          >
            Use a passkey
          </Button>
        )}
        {methods.includes("recovery-code") && !recovering && (
          <Button wide onClick={() => setRecovering(true)}>
            Use a recovery code
          </Button>
        )}
        {recovering && byCode && (
          <Button wide onClick={() => setRecovering(false)}>
            Use an app code
          </Button>
        )}
        <Button kind="quiet" wide onClick={() => void onBack()}>
          Back to Sign In
        </Button>
      </div>
    </>
  );
}
