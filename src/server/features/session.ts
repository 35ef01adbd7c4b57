import type { Services } from "../services.ts";
import { asCaller } from "../db/as-caller.ts";
import { isPlatformAdmin } from "../auth/platform-admin.ts";
import { refuse, Refusal } from "../refusal.ts";
import type { HandlersOf, RequestFacts } from "./handlers.ts";

/** Failed sign-ins to one account from one address, in a quarter of an hour. */
const TRIES = 10;
/** Confirmation mails to one address in the same time. */
const MAILS = 5;
const QUARTER_HOUR = 15 * 60;

/** What Better Auth needs to know of a request; nothing else of what a client sends reaches it. */
function headersOf(request: RequestFacts): Headers {
  const headers = new Headers({ "x-client-address": request.address, "user-agent": request.userAgent });
  if (request.cookie !== undefined) headers.set("cookie", request.cookie);
  return headers;
}

function passCookies(from: Response, to: RequestFacts): void {
  const cookies = from.headers.getSetCookie();
  if (cookies.length > 0) to.setHeader("set-cookie", cookies);
}

export function sessionHandlers(services: Services): HandlersOf<"session"> {
  const { accounts, databases, demo: visits, demoEndsAt, readSession, rateLimits, mailbox } = services;
  const present = (user: { id: string; email: string; first_name: string; last_name: string }) => ({
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
  });
  /** Few mails to one address, whoever asks; the answer must not tell that the limit was reached. */
  const mayMail = async (email: string) => {
    try {
      await rateLimits.take(`mail|${email.toLowerCase()}`, MAILS, QUARTER_HOUR);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  return {
    current: async ({ request }) => {
      const session = await readSession(request.cookie);
      const demo = demoEndsAt ? { endsAt: demoEndsAt.toISOString() } : null;
      if (!session) return { user: null, expiresAt: null, platformAdmin: false, demo, mailbox };
      const { userId: id, email, firstName, lastName, expiresAt } = session;
      const platformAdmin = await asCaller(databases.user, { userId: id }, isPlatformAdmin);
      const user = { id, email, firstName, lastName };
      return { user, expiresAt: expiresAt.toISOString(), platformAdmin, demo, mailbox };
    },
    signUp: async ({ input, request }) => {
      const response = await accounts.signUp(input, headersOf(request), await mayMail(input.email));
      if (!response.ok) refuse("registration-failed", new Error(`sign-up answered ${response.status}`));
      passCookies(response, request);
      return { email: input.email };
    },
    resendConfirmation: async ({ input }) => {
      if (await mayMail(input.email)) await accounts.resendConfirmation(input.email);
      return { email: input.email };
    },
    confirmEmail: async ({ input, request }) => {
      const confirmed = await accounts.confirmEmail(input.token, headersOf(request));
      const user = confirmed && (await accounts.findUser({ id: confirmed.userId }));
      if (!confirmed?.response.ok || !user) return refuse("link-invalid");
      passCookies(confirmed.response, request);
      return { user: present(user) };
    },
    signIn: async ({ input, request }) => {
      await rateLimits.take(`sign-in|${request.address}|${input.email.toLowerCase()}`, TRIES, QUARTER_HOUR);
      const response = await accounts.signIn(input, headersOf(request));
      if (response.status === 403) {
        if (await mayMail(input.email)) await accounts.resendConfirmation(input.email);
        refuse("email-not-confirmed");
      }
      const user = response.ok ? await accounts.findUser({ email: input.email }) : undefined;
      if (!user) return refuse("invalid-credentials");
      passCookies(response, request);
      return { user: present(user) };
    },
    signOut: async ({ request }) => {
      passCookies(await accounts.signOut(headersOf(request)), request);
      const forgotten = await visits?.leave(request.cookie);
      if (forgotten !== undefined) request.setHeader("set-cookie", forgotten);
      request.setHeader("clear-site-data", '"cache"');
      return {};
    },
  };
}
