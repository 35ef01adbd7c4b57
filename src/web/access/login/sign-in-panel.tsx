import { Suspense, lazy, useEffect, useRef, useState } from "react";
import { Tabs } from "#web/design/tabs.tsx";
import type { SignedIn } from "../arrive.ts";
import { DemoAccounts } from "./demo-accounts.tsx";
import { OtherWays } from "./other-ways.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import type { Filled } from "./sign-in-form.tsx";

const MagicLinkForm = lazy(() => import("./magic-link-form.tsx"));

const ways = [
  { key: "password", label: "Password" },
  { key: "magic-link", label: "Magic Link" },
] as const;

interface SignInPanelProps {
  filled: Filled | undefined;
  onFill: (email: string, password: string) => void;
  onSignedIn: (answer: SignedIn) => Promise<void>;
  onMagicLink: (email: string) => void;
  /** The demo was opened. */
  onDemo: () => Promise<void>;
}

/** The tab Sign In: by password, by a mailed link, or without either. */
export function SignInPanel({ filled, onFill, onSignedIn, onMagicLink, onDemo }: SignInPanelProps) {
  const [way, setWay] = useState<(typeof ways)[number]["key"]>("password");
  const filling = useRef(Promise.resolve());
  // A password that is filled in needs the form that has one.
  useEffect(() => {
    if (filled) setWay("password");
  }, [filled]);
  return (
    <div className="login-panel">
      <Tabs label="Sign-in method" tabs={ways} chosen={way} onChoose={setWay} segmented fill>
        <div className="padded-top">
          {way === "password" ? (
            <SignInForm
              filled={filled}
              whenFilled={async () => await filling.current}
              tryFirst={tryDemo}
              onSignedIn={onSignedIn}
            />
          ) : (
            <Suspense>
              <MagicLinkForm onSent={onMagicLink} />
            </Suspense>
          )}
        </div>
      </Tabs>
      <OtherWays onSignedIn={onSignedIn} />
      <DemoAccounts onFill={onFill} onFilling={(begun) => void (filling.current = begun)} />
    </div>
  );

  async function tryDemo(email: string, password: string) {
    // Whether this server offers the demo, it says on the page it sends.
    if (!document.documentElement.hasAttribute("data-demo")) return false;
    const { enterDemo } = await import("./enter-demo.ts");
    if (!(await enterDemo(email, password))) return false;
    await onDemo();
    return true;
  }
}
