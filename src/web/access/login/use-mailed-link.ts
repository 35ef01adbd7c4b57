import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "#web/design/toast-list.ts";
import { askSession } from "#web/presence.ts";
import { AppError, showError } from "#web/app-error.ts";
import type { SignedIn } from "../arrive.ts";
import { loadAccount } from "../load-account.ts";
import { readMailed, usedLink } from "../mailed-hash.ts";
import type { FinishSignUpProps } from "./finish-sign-up.tsx";

interface LinkWork {
  readonly text: string;
  /** Tries again after no answer came; the token is no longer in the address. */
  readonly again?: () => void;
}

interface Outcomes {
  readonly onSignedIn: (answer: SignedIn, text: string) => Promise<void>;
  readonly onSecondFactor: () => Promise<void>;
  /** The link did not work; whatever the page showed before, it now says so. */
  readonly onFailed: () => void;
  /** A link to the demo. */
  readonly onDemo: () => Promise<void>;
  /** The link of an invitation to sign up: whose address it was sent to. */
  readonly onInvited: (email: string) => void;
}

/**
 * What the address carries behind its #: a token of one of our mails, which is used at once and taken out of the
 * address, or the reason why a link did not work. A link opened over this very page changes nothing but the #.
 */
export function useMailedLink(outcomes: Outcomes): {
  work: LinkWork | null;
  error: string | null;
  /** What the account still needs before the link can be used. */
  finish: FinishSignUpProps | null;
} {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [work, setWork] = useState<LinkWork | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [finish, setFinish] = useState<FinishSignUpProps | null>(null);

  async function follow(token: string, confirms: boolean) {
    setError(null);
    setWork({ text: confirms ? "Confirming your email..." : "Signing you in..." });
    try {
      const { client } = await loadAccount();
      const before = await askSession();
      const answer = await client.session[confirms ? "confirmEmail" : "useMagicLink"]({ token });
      await enter(answer, confirms, before?.user);
      setWork(null);
    } catch (failure) {
      const code = failure instanceof AppError ? failure.code : undefined;
      if (code === "link-invalid") return await giveUp();
      if (code === "password-needed" && (await askPassword(token))) return;
      showError(failure, confirms ? "Failed to confirm email" : "Invalid credentials");
      setWork({ text: "We could not open the link", again: () => void follow(token, confirms) });
    }
  }

  async function enter(answer: SignedIn, confirms: boolean, before: SignedIn["user"] | undefined) {
    if (before && answer.user && before.id !== answer.user.id)
      toast.info(`You were signed in as ${before.email}. Now you are signed in as ${answer.user.email}.`);
    await outcomes.onSignedIn(answer, confirms ? "Your email has been confirmed!" : "Login successful!");
  }

  async function giveUp() {
    setFinish(null);
    setWork(null);
    await navigate(usedLink, { replace: true });
  }

  /** The mail was opened in another browser than the one that signed up; false when that could not be found out. */
  async function askPassword(token: string): Promise<boolean> {
    try {
      const { client } = await loadAccount();
      const { email } = await client.session.checkConfirmation({ token });
      const before = await askSession();
      setFinish({
        email,
        token,
        onSignedIn: async (answer) => {
          await enter(answer, true, before?.user);
          setFinish(null);
        },
        onLinkInvalid: () => void giveUp(),
      });
      setWork(null);
      return true;
    } catch {
      return false;
    }
  }

  /** Whether the token is of an invitation to sign up; then the form waits with the address in it. */
  async function welcome(token: string): Promise<boolean> {
    try {
      const { client } = await loadAccount();
      const { email } = await client.session.checkInvitation({ token });
      outcomes.onInvited(email);
      return true;
    } catch {
      // Unknown as an invitation; what else it may be is found out where links are used.
      return false;
    }
  }

  const read = useEffectEvent(async () => {
    const mailed = readMailed(hash);
    if (!mailed) return;
    setFinish(null);
    if (mailed.kind === "error") {
      setError(mailed.said);
      outcomes.onFailed();
      return;
    }
    if (mailed.kind === "token" && mailed.type === "recovery") {
      await navigate({ pathname: "/reset-password", hash }, { replace: true });
      return;
    }
    // Out of the address before anything else: nobody should find it in the history or over a shoulder.
    await navigate({ hash: "" }, { replace: true });
    if (mailed.kind === "second-factor") return outcomes.onSecondFactor();
    if (mailed.kind === "demo") return outcomes.onDemo();
    if (mailed.type === "invite" && (await welcome(mailed.token))) return;
    await follow(mailed.token, mailed.type !== "magiclink");
  });

  useEffect(() => void read(), [hash]);

  return { work, error, finish };
}
