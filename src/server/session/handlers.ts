import { sql } from "kysely";
import { isCommonPassword } from "../auth/common-passwords.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Session } from "../endpoints/session.ts";
import { takeSignInTurn } from "./sign-in-limits.ts";
import { findLink } from "../auth/one-time-links.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import { asCaller } from "../db/as-caller.ts";
import { spend } from "../human-check/human-check.ts";
import { findSignUpInvitation } from "../users/sign-up-invitations.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { RequestFacts } from "../endpoints/request.ts";
import type { Databases } from "../db/connections.ts";
import type { Accounts } from "../auth/accounts.ts";
import type { SecondFactors } from "../auth/second-factors.ts";
import type { LinkRequests } from "../auth/link-requests.ts";
import type { Cookies } from "../auth/cookies.ts";
import type { HumanCheck } from "../human-check/human-check.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Demo } from "../demo/demo.ts";

interface Deps {
  readonly databases: Databases;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly linkRequests: LinkRequests;
  readonly cookies: Cookies;
  readonly humanCheck: HumanCheck;
  readonly rateLimits: RateLimits;
  readonly demo: Pick<Demo, "leave"> | undefined;
  readonly demoEndsAt: Date | undefined;
  readonly mailbox: boolean;
  readonly now: () => Date;
}

const QUARTER_HOUR = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;
/** Wrong passwords and codes when somebody signed in shows again who they are. */
const CONFIRMATIONS = 10;

export function sessionHandlers(services: Deps): HandlersOf<"session"> {
  const {
    accounts,
    sessions,
    secondFactors,
    linkRequests,
    cookies,
    databases,
    demoEndsAt,
    humanCheck,
    rateLimits,
    mailbox,
    now,
  } = services;
  const { auth } = databases;

  /** Uses a proof of a person up. */
  const requireHuman = async (verification: string, request: RequestFacts) => {
    const proof = await humanCheck.verify(verification, request.address);
    return { spend: () => databases.user.transaction().execute((tx) => spend(tx, proof)) };
  };

  const platformFacts = async (session: Session) =>
    await asCaller(databases.user, { userId: session.userId }, async (tx) => {
      const { rows } = await sql<{ role: string }>`SELECT app.my_platform_role() AS role`.execute(tx);
      const role = rows[0]!.role as "admin" | "manager" | "user" | "disabled";
      // Disabled since the session was read, a moment ago: nobody is signed in.
      if (role === "disabled") return undefined;
      return { platformAdmin: role === "admin", platformRole: role };
    });

  return {
    current: async ({ request }) => {
      const session = await sessions.read(request.cookie);
      const facts = session && (await platformFacts(session));
      if (session && facts) {
        const { userId: id, email, firstName, lastName, expiresAt, hasSecondFactor } = session;
        return {
          user: { id, email, firstName, lastName },
          expiresAt: expiresAt.toISOString(),
          secondFactor: null,
          ...facts,
          hasSecondFactor,
          demo: demoEndsAt ? { endsAt: demoEndsAt.toISOString() } : null,
          mailbox,
        };
      }
      const awaiting = await sessions.readAwaiting(request.cookie);
      return {
        user: null,
        expiresAt: null,
        secondFactor: awaiting ? await secondFactors.methodsOf(awaiting.userId) : null,
        platformAdmin: false,
        platformRole: null,
        hasSecondFactor: false,
        demo: null,
        mailbox,
      };
    },

    signUp: async ({ input, request }) => {
      const { email, password, firstName, lastName } = input;
      const human = await requireHuman(input.verification, request);
      if (await isCommonPassword(password, email)) refuse("password-common");
      await human.spend();
      let browser = cookies.read(request.cookie, "sign-up");
      if (browser === undefined) {
        browser = newToken();
        request.setCookie(cookies.set("sign-up", browser, DAY_SECONDS));
      }
      const signUp = { firstName, lastName, password: await hashPassword(password), browser: sha256(browser) };
      await linkRequests.ask({ purpose: "signup", email, signUp });
      return { email };
    },

    resendConfirmation: async ({ input: { email } }) => {
      await linkRequests.ask({ purpose: "resend", email });
      return { email };
    },

    checkConfirmation: async ({ input }) => {
      const email = await findLink(auth, "signup", input.token, now());
      return { email: email ?? refuse("link-invalid") };
    },

    confirmEmail: async ({ input: { token, chosen: typed }, request }) => {
      // A password is hashed only where the link is good: hashing is dear.
      const email = (await findLink(auth, "signup", token, now())) ?? refuse("link-invalid");
      if (typed && (await isCommonPassword(typed.password, email))) refuse("password-common");
      const chosen = typed && { ...typed, password: await hashPassword(typed.password) };
      const confirmed = await accounts.confirm({ token, browser: cookies.read(request.cookie, "sign-up"), chosen });
      if (confirmed === "password-needed") return refuse("password-needed");
      if (confirmed === undefined) return refuse("link-invalid");
      return await sessions.open(confirmed.userId, "confirmation", request);
    },

    signIn: async ({ input, request }) => {
      const { email, password } = input;
      const human = await requireHuman(input.verification, request);
      const device = (await sessions.isKnownDevice(email, request.cookie))
        ? cookies.read(request.cookie, "device")
        : undefined;
      await human.spend();
      const giveBack = await takeSignInTurn(rateLimits, { email, address: request.address, device });
      const found = await accounts.checkPassword(email, password);
      if (found === undefined) {
        await sessions.refused({ email }, "password", request);
        return refuse("invalid-credentials");
      }
      await giveBack();
      if (found === "unconfirmed") {
        await linkRequests.ask({ purpose: "resend", email });
        return refuse("email-not-confirmed");
      }
      return await sessions.open(found.userId, "password", request, { proof: found });
    },

    sendMagicLink: async ({ input: { email } }) => {
      await linkRequests.ask({ purpose: "magiclink", email });
      return { email };
    },

    useMagicLink: async ({ input, request }) => {
      const used = await accounts.useMagicLink(input.token);
      if (used === undefined) return refuse("link-invalid");
      return await sessions.open(used.userId, "magic-link", request, { proof: used });
    },

    checkInvitation: async ({ input }) => {
      const email = await findSignUpInvitation(auth, input.token, now());
      return { email: email ?? refuse("link-invalid") };
    },

    sendReset: async ({ input: { email } }) => {
      await linkRequests.ask({ purpose: "recovery", email });
      return { email };
    },

    checkReset: async ({ input }) => {
      const email = await findLink(auth, "recovery", input.token, now());
      return { email: email ?? refuse("link-invalid") };
    },

    resetPassword: async ({ input, request }) => {
      const email = (await findLink(auth, "recovery", input.token, now())) ?? refuse("link-invalid");
      if (await isCommonPassword(input.password, email)) refuse("password-common");
      if (!(await accounts.resetPassword(input.token, input.password))) refuse("link-invalid");
      await sessions.end(request);
      return {};
    },

    confirmIdentity: async ({ input, session, request }) => {
      const key = `confirm|${session.userId}|${session.id}`;
      await rateLimits.take(key, CONFIRMATIONS, QUARTER_HOUR);
      if ("password" in input) {
        if (!(await accounts.checkOwnPassword(session.userId, input.password))) refuse("wrong-password");
      } else if ((await secondFactors.checkCode(session.userId, input.code)) === undefined) refuse("wrong-code");
      await rateLimits.giveBack(key, QUARTER_HOUR);
      await sessions.renew(session, request);
      return {};
    },

    // Whoever reads a session has used it; there is nothing else to be done.
    refresh: async ({ session }) => ({ expiresAt: session.expiresAt.toISOString() }),

    signOut: async ({ request }) => {
      // Whoever leaves the demo may be signed in beside it.
      const left = await services.demo?.leave(request.cookie);
      if (left === undefined) await sessions.end(request);
      else request.setCookie(left);
      request.setHeader("clear-site-data", '"cache"');
      return {};
    },
  };
}
