import { Suspense, lazy, useState } from "react";
import { publicPage } from "#catalog/public-pages.ts";
import { Tabs } from "#web/design/tabs.tsx";
import { toast } from "#web/design/toast-list.ts";
import { AccessPage } from "../access-page.tsx";
import { SignInPanel } from "./sign-in-panel.tsx";
import { useLogin } from "./use-login.ts";
import { useMailedLink } from "./use-mailed-link.ts";

// What is not there at first is loaded when it is needed: the page itself must be small.
const loadSignUp = () => import("./sign-up-form.tsx");
const SignUpForm = lazy(loadSignUp);
const Registered = lazy(() => import("./registered.tsx"));
const MagicLinkSent = lazy(() => import("./magic-link-sent.tsx"));
const AuthenticationError = lazy(() => import("./authentication-error.tsx"));
const SignedInAlready = lazy(() => import("./signed-in-already.tsx"));
const LinkWork = lazy(() => import("./link-work.tsx"));
const FinishSignUp = lazy(() => import("./finish-sign-up.tsx"));
const SecondFactor = lazy(() => import("./second-factor.tsx"));

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
  const login = useLogin();
  const link = useMailedLink({
    onSignedIn: login.enter,
    onSecondFactor: login.look,
    onFailed: login.showForms,
    onDemo: login.tryDemo,
    onInvited: (email) => {
      login.returnToForms(email);
      setTab("sign-up");
      toast.info("You are invited to Exhibit", { description: `Sign up with ${email}.` });
    },
  });
  const { view } = login;

  function returnToLogin(email: string) {
    setTab("sign-in");
    login.returnToForms(email);
  }

  if (link.work) {
    return (
      <AccessPage>
        <Suspense>
          <LinkWork {...link.work} />
        </Suspense>
      </AccessPage>
    );
  }
  if (link.finish) {
    return (
      <AccessPage>
        <Suspense>
          <FinishSignUp key={link.finish.token} {...link.finish} />
        </Suspense>
      </AccessPage>
    );
  }
  return (
    <AccessPage>
      <Suspense>
        {view.name === "registered" && <Registered email={view.email} onReturn={() => returnToLogin(view.email)} />}
        {view.name === "magic-link" && <MagicLinkSent email={view.email} onReturn={() => returnToLogin(view.email)} />}
        {view.name === "second-factor" && (
          <SecondFactor
            methods={view.methods}
            onSignedIn={login.enter}
            onExpired={login.expire}
            onBack={login.signOut}
          />
        )}
        {view.name === "forms" && (
          <>
            <h1>{titles[tab]}</h1>
            <Suspense>
              {link.error !== null && <AuthenticationError said={link.error} />}
              {login.present && <SignedInAlready email={login.present} />}
            </Suspense>
            <Tabs label="Account" tabs={tabs} chosen={tab} onChoose={setTab} fill>
              {tab === "sign-in" ? (
                <SignInPanel
                  filled={login.filled}
                  onFill={login.fill}
                  onSignedIn={login.enter}
                  onMagicLink={login.magicLinkSent}
                  onDemo={() => login.goTo("/dashboard")}
                />
              ) : (
                <Suspense fallback={<div className="login-panel" aria-busy="true" />}>
                  <SignUpForm onRegistered={login.registered} />
                </Suspense>
              )}
            </Tabs>
          </>
        )}
      </Suspense>
    </AccessPage>
  );
}
