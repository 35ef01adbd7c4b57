import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { loadAccount } from "#web/access/load-account.ts";
import { companyChoice } from "#web/company-choice.ts";
import { forgetRecent } from "#web/recent-commands.ts";
import { Button } from "#web/design/button.tsx";
import { Logo } from "#web/design/logo.tsx";
import { toast } from "#web/design/toast-list.ts";
import { forgetKeptForms } from "#web/kept-forms.ts";
import { broadcastSession, tellSigningOut } from "#web/presence.ts";
import { showError } from "#web/app-error.ts";

export const meta = () => [{ title: "Signing out - Exhibit" }];

/** Signs out and leads to /login. When the server cannot be told, it says so instead of pretending. */
export default function Logout() {
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);

  async function signOut() {
    setFailed(false);
    companyChoice.clear();
    forgetRecent();
    forgetKeptForms();
    const { client, queryClient } = await loadAccount();
    tellSigningOut(true);
    try {
      await client.session.signOut({});
    } catch (error) {
      tellSigningOut(false);
      showError(error, "Failed to sign out");
      setFailed(true);
      return;
    }
    queryClient.clear();
    broadcastSession(null);
    toast.success("Successfully signed out");
    await navigate("/login", { replace: true });
  }

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void signOut();
  });

  return (
    <main className="narrow-page">
      <Logo />
      <h1 className="title-page above-80">{failed ? "You are still signed in" : "Signing out..."}</h1>
      <div className="oxford-rule above-16 below-16" />
      {failed && (
        <Button kind="primary" onClick={() => void signOut()}>
          Try again
        </Button>
      )}
    </main>
  );
}
