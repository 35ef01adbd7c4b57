import { useEffect, useEffectEvent, useState } from "react";
import { openFailures } from "#contract/open-failures.ts";
import { showError } from "#web/app-error.ts";
import type { SignedIn } from "../arrive.ts";
import { isAborted } from "../aborted.ts";

const loadPasskeys = () => import("../passkeys.ts");

/**
 * Signing in with a passkey: by the button, and by the list that the browser shows under the email field. The list is
 * prepared at the first sign that the page is used (public/theme.js), because it needs code and an answer of the server.
 */
export function usePasskeySignIn(onSignedIn: (answer: SignedIn) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  // Each offer is good until another question of the browser ends it.
  const [offered, setOffered] = useState(0);

  const offer = useEffectEvent(async () => {
    try {
      const answer = await (await loadPasskeys()).signInByAutofill();
      if (answer) await onSignedIn(answer);
    } catch {
      // The list is an offer. The button says what is wrong with passkeys.
    }
  });

  useEffect(() => {
    if (!("PublicKeyCredential" in globalThis)) return;
    const leaving = new AbortController();
    let begun = false;
    const begin = () => {
      begun = true;
      void offer();
    };
    if (offered > 0 || document.documentElement.hasAttribute("data-in-use")) begin();
    else addEventListener("firstsign", begin, { once: true, signal: leaving.signal });
    return () => {
      leaving.abort();
      if (begun) void loadPasskeys().then(({ stopAsking }) => stopAsking());
    };
  }, [offered]);

  async function signIn() {
    setBusy(true);
    try {
      await onSignedIn(await (await loadPasskeys()).signInWithPasskey());
    } catch (error) {
      if (!isAborted(error)) showError(error, openFailures["passkey-failed"].message);
      setOffered(offered + 1);
    } finally {
      setBusy(false);
    }
  }

  return { signIn, busy };
}
