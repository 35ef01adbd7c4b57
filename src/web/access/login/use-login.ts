import { useEffect, useEffectEvent, useState } from "react";
import { leaveFor } from "#web/leave-for.ts";
import { toast } from "#web/design/toast-list.ts";
import { askSession, onSessionNews, tellPresence } from "#web/presence.ts";
import { showError } from "#web/app-error.ts";
import { takeNextPath } from "#web/return-path.ts";
import { arrive } from "../arrive.ts";
import type { SecondFactorMethods, SignedIn } from "../arrive.ts";
import { loadAccount } from "../load-account.ts";
import { typedAddress } from "../typed-address.ts";
import type { Filled } from "./sign-in-form.tsx";

type View =
  | { readonly name: "forms" }
  | { readonly name: "registered" | "magic-link"; readonly email: string }
  | { readonly name: "second-factor"; readonly methods: SecondFactorMethods };

const forms: View = { name: "forms" };

/** Which part of the way in somebody is at, and what takes them on. */
export function useLogin() {
  const [view, setView] = useState<View>(forms);
  const [filled, setFilled] = useState<Filled>();
  /** The address of the person who is signed in already. */
  const [present, setPresent] = useState<string>();

  async function look() {
    const session = await askSession();
    if (session?.secondFactor) setView({ name: "second-factor", methods: session.secondFactor });
    setPresent(session?.user?.email);
  }

  const goTo = (path: string) => leaveFor(path, "replace");

  const hear = useEffectEvent((personId: string | null) => {
    if (personId) void goTo(takeNextPath(personId));
    else void look();
  });

  useEffect(() => {
    void look();
    return onSessionNews(hear);
  }, []);

  return {
    view,
    filled,
    present,
    look,
    goTo,
    /** Puts what the page knows into the fields of the password form. */
    fill: (email: string, password: string) => setFilled({ email, password }),
    registered: (email: string) => setView({ name: "registered", email }),
    magicLinkSent: (email: string) => setView({ name: "magic-link", email }),
    showForms: () => setView(forms),
    returnToForms(email: string) {
      typedAddress.write(email);
      setView(forms);
    },
    /** After any sign-in: on to where they wanted to go, or to the second factor. */
    async enter({ user, secondFactor }: SignedIn, message = "Login successful!") {
      if (user) await goTo(await arrive(user, message));
      else if (secondFactor) setView({ name: "second-factor", methods: secondFactor });
    },
    /** Into the demo with its first account. Where that cannot be, the form says why. */
    async tryDemo() {
      const { tryDemo } = await import("./enter-demo.ts");
      if (await tryDemo()) await goTo("/dashboard");
    },
    /** The second factor took too long. */
    expire(message: string) {
      toast.error(message);
      setView(forms);
    },
    async signOut() {
      try {
        const { client } = await loadAccount();
        await client.session.signOut({});
        tellPresence(false);
        setPresent(undefined);
        setView(forms);
      } catch (error) {
        showError(error, "Failed to sign out");
      }
    },
  };
}
