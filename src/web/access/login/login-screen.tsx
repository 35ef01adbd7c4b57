import { useState } from "react";
import { publicPage } from "#catalog/public-pages.ts";
import { Logo } from "#web/design/logo.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { AuthenticationError } from "./authentication-error.tsx";
import { Poster } from "./poster.tsx";
import { Registered } from "./registered.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useMailedLink } from "./use-mailed-link.ts";

export const meta = () => {
  const { title, description } = publicPage("/login");
  return [{ title }, { name: "description", content: description }];
};

const tabs = [
  { key: "sign-in", label: "Sign In" },
  { key: "sign-up", label: "Sign Up" },
] as const;

const titles = { "sign-in": "Sign in to Exhibit", "sign-up": "Create your account" };

/** The way in: signing in, signing up, and where the links of our mails lead. */
export default function LoginScreen() {
  const [tab, setTab] = useState<"sign-in" | "sign-up">("sign-in");
  const [registered, setRegistered] = useState<string>();
  const link = useMailedLink();

  function returnToLogin() {
    setRegistered(undefined);
    setTab("sign-in");
  }

  return (
    <div className="login">
      <main className="login-side">
        <Logo />
        <div className="login-form">
          {registered ? (
            <Registered email={registered} onReturn={returnToLogin} />
          ) : (
            <>
              <h1>{titles[tab]}</h1>
              {link.error && <AuthenticationError description={link.error} />}
              <Tabs label="Account" tabs={tabs} chosen={tab} onChoose={setTab} fill>
                <div className="login-panel">
                  {tab === "sign-in" ? (
                    <SignInForm confirming={link.confirming} />
                  ) : (
                    <SignUpForm onRegistered={setRegistered} />
                  )}
                </div>
              </Tabs>
            </>
          )}
        </div>
      </main>
      <Poster />
    </div>
  );
}
