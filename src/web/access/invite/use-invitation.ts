import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { openFailures } from "#contract/open-failures.ts";
import { companyChoice } from "#web/company-choice.ts";
import { toast } from "#web/design/toast-list.ts";
import { leaveFor } from "#web/leave-for.ts";
import { askSession, onSessionNews } from "#web/presence.ts";
import { AppError, showError } from "#web/app-error.ts";
import { rememberInvitation } from "#web/return-path.ts";
import { loadAccount } from "../load-account.ts";
import { typedAddress } from "../typed-address.ts";
import { rememberJoining, takeJoining } from "./joining-memory.ts";

/** The page itself is small: what an invitation says is loaded beside the answer. */
export const loadDetail = () => import("./invitation-detail.tsx");

export type Invitation = z.output<typeof contract.invitations.preview.output>;

type View =
  | { readonly name: "loading" | "failed" | "ended" | "declined" }
  | { readonly name: "open"; readonly invitation: Invitation };

/** Who looks at the page; a demo visit is nobody, because no real company can be joined from it. */
interface Visitor {
  readonly email: string;
}

async function askVisitor(): Promise<Visitor | null> {
  const session = await askSession();
  return session?.user && !session.demo ? { email: session.user.email } : null;
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : "");

/**
 * An invitation, from its link to its answer. The token is taken out of the address as soon as it is read, and kept in
 * this entry of the tab's history: a reload still has it, and a screen that is shared or a list of visited pages does not.
 */
export function useInvitation() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [view, setView] = useState<View>({ name: "loading" });
  const [visitor, setVisitor] = useState<Visitor | null>(null);
  const [busy, setBusy] = useState<"accept" | "decline" | null>(null);
  const token = useRef("");

  async function turnAway() {
    toast.error(openFailures["invitation-invalid"].message);
    await navigate("/", { replace: true });
  }

  /** What an answer may be refused with that changes what the page shows. False for what is only told. */
  async function follow(error: unknown): Promise<boolean> {
    if (codeOf(error) === "invitation-invalid") await turnAway();
    else if (codeOf(error) === "invitation-ended") setView({ name: "ended" });
    else if (codeOf(error) === "invitation-sign-in") {
      // The account was made meanwhile, in another tab or by another link.
      showError(error, openFailures["invitation-invalid"].message);
      await load();
    } else return false;
    return true;
  }

  async function load() {
    setView({ name: "loading" });
    try {
      const [{ client }, present] = await Promise.all([loadAccount(), askVisitor(), loadDetail()]);
      const invitation = await client.invitations.preview({ token: token.current });
      setVisitor(present);
      setView(invitation.state === "open" ? { name: "open", invitation } : { name: invitation.state });
      // Who pressed the provider's button here has said already that they want to join.
      const wanted = takeJoining() === token.current && invitation.state === "open";
      if (wanted && present?.email.toLowerCase() === invitation.email.toLowerCase()) await accept(invitation, present);
    } catch (error) {
      if (await follow(error)) return;
      showError(error, "Failed to load invitation");
      setView({ name: "failed" });
    }
  }

  const read = useEffectEvent(async () => {
    const kept = (state as { invitation?: string } | null)?.invitation;
    const carried = new URLSearchParams(search).get("token");
    // The second time it is the page itself that took the token out of the address.
    if (!carried && kept && kept === token.current) return;
    token.current = carried ?? kept ?? "";
    if (token.current === "") return turnAway();
    if (carried) await navigate("/invite", { replace: true, state: { invitation: carried } });
    await load();
  });
  useEffect(() => void read(), [search, state]);
  useEffect(() => onSessionNews(() => void askVisitor().then(setVisitor)), []);

  /** To /login, which comes back here; the address that was invited already stands in its fields. */
  async function signIn(by: "/login" | "/logout", email: string) {
    rememberInvitation(token.current);
    typedAddress.write(email);
    await navigate(by);
  }

  async function accept({ email }: Invitation, present = visitor) {
    if (!present) return signIn("/login", email);
    setBusy("accept");
    try {
      const { client, queryClient } = await loadAccount();
      const { outcome, companyId } = await client.invitations.accept({ token: token.current });
      companyChoice.write(companyId);
      queryClient.clear();
      if (outcome === "joined") await enter();
      else {
        toast.info("You are already a member of this company");
        await leaveFor("/dashboard", "replace");
      }
    } catch (error) {
      if (codeOf(error) === "signed-out") return await signIn("/login", email);
      if (!(await follow(error))) showError(error, "Failed to accept invitation");
    } finally {
      setBusy(null);
    }
  }

  /** On to the company that was joined. */
  async function enter() {
    const description = "You've successfully accepted the invitation!";
    toast.success("You have joined the company", { description });
    await leaveFor("/dashboard", "replace");
  }

  async function decline() {
    setBusy("decline");
    try {
      const { client } = await loadAccount();
      await client.invitations.decline({ token: token.current });
      toast.info("Invitation declined");
      setView({ name: "declined" });
    } catch (error) {
      if (!(await follow(error))) showError(error, "Failed to decline invitation");
    } finally {
      setBusy(null);
    }
  }

  return {
    view,
    visitor,
    busy,
    load,
    accept,
    decline,
    signInAs: (email: string) => signIn("/logout", email),
    token,
    follow,
    enter,
    signedOut: () => setVisitor(null),
    /** Before somebody leaves for the provider: they join when they come back. */
    leaveToJoin() {
      rememberInvitation(token.current);
      rememberJoining(token.current);
    },
  };
}
