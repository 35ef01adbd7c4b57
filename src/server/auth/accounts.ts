import { betterAuth } from "better-auth";
import { createEmailVerificationToken } from "better-auth/api";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { DB } from "../db/types.gen.ts";
import type { Outbox } from "../mail/outbox.ts";
import { confirmSignUp } from "../mail/templates/confirm-sign-up.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { issueLink, redeemLink } from "./one-time-links.ts";
import type { SignUp } from "./one-time-links.ts";
import { signUpBrowser } from "./sign-up-browser.ts";
import { sessionCookieName } from "./sessions.ts";

interface Deps {
  /** As app_auth, whose search path is the schema `auth`. */
  readonly db: Kysely<DB>;
  readonly secret: string;
  readonly appUrl: string;
  readonly outbox: Outbox;
  readonly now: () => Date;
  readonly log: Logger;
}

const DAY_SECONDS = 24 * 60 * 60;
const column = (fields: Record<string, string>) => ({ fields });
const stamps = { createdAt: "created_at", updatedAt: "updated_at" };

/** Accounts behind one narrow door: the rest of the server never sees Better Auth itself. */
export type Accounts = ReturnType<typeof openAccounts>;

/** Call after the migrations: Better Auth looks at its tables once and remembers what it saw. */
export function openAccounts({ db, secret, appUrl, outbox, now, log }: Deps) {
  const secure = appUrl.startsWith("https:");
  const browsers = signUpBrowser(appUrl);
  /**
   * Makes a link for an account that still waits for its confirmation, and mails it unless there were too many; says
   * nothing about whether there is one.
   */
  const sendLink = async (email: string, mayMail: boolean, signUp?: SignUp) => {
    const user = await db
      .selectFrom("auth.users")
      .select(["id", "email", "name", "email_verified"])
      .where("email", "=", email.toLowerCase())
      .executeTakeFirst();
    // Without a mail there is nothing to follow; what was chosen is kept all the same.
    if (!user || user.email_verified || (!mayMail && !signUp)) return;
    const token = await issueLink(db, user.id, now(), signUp);
    if (mayMail) await outbox.enqueue(db, confirmSignUp({ to: user.email, name: user.name, appUrl, token }));
  };
  const auth = betterAuth({
    baseURL: appUrl,
    basePath: "/auth",
    secret,
    trustedOrigins: [appUrl],
    database: { db, type: "postgres", transaction: true },
    logger: {
      log: (level, message) => log[level === "error" ? "error" : "debug"]({ better_auth: level }, message.slice(0, 80)),
    },
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    // Our own mails are enqueued by us: Better Auth would send them in the background and swallow a failure.
    emailVerification: { sendOnSignUp: false, autoSignInAfterVerification: true },
    session: {
      modelName: "sessions",
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      cookieCache: { enabled: false },
      ...column({
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...stamps,
      }),
    },
    user: {
      modelName: "users",
      ...column({ emailVerified: "email_verified", ...stamps }),
      additionalFields: {
        firstName: { type: "string", required: true, fieldName: "first_name" },
        lastName: { type: "string", required: true, fieldName: "last_name" },
      },
    },
    account: {
      modelName: "accounts",
      accountLinking: { enabled: false },
      ...column({
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...stamps,
      }),
    },
    verification: {
      modelName: "verifications",
      storeIdentifier: "hashed",
      ...column({ expiresAt: "expires_at", ...stamps }),
    },
    databaseHooks: {
      user: {
        create: {
          after: async (user) => {
            const { firstName, lastName } = user as unknown as { firstName: string; lastName: string };
            await db
              .insertInto("app.profiles")
              .values({ id: user.id, first_name: firstName, last_name: lastName })
              .execute();
          },
        },
      },
    },
    advanced: {
      database: { generateId: "uuid" },
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: ["x-client-address"] },
      cookies: {
        session_token: {
          name: sessionCookieName(appUrl),
          attributes: { secure, sameSite: "lax", path: "/", httpOnly: true },
        },
      },
    },
  });
  return {
    /** Creates an account; an address that has one is answered alike, and gets a new link while it is unconfirmed. */
    signUp: async (
      body: { email: string; password: string; firstName: string; lastName: string },
      headers: Headers,
      mayMail: boolean,
    ) => {
      const name = `${body.firstName} ${body.lastName}`;
      const response = await auth.api.signUpEmail({ body: { ...body, name }, headers, asResponse: true });
      // Hashed for every address alike, so that the time taken tells nothing.
      const password = await hashPassword(body.password);
      const { browser, setCookie } = browsers.name(headers.get("cookie") ?? undefined);
      if (response.ok) await sendLink(body.email, mayMail, { password, browser });
      if (setCookie !== undefined) response.headers.append("set-cookie", setCookie);
      return response;
    },
    signIn: (body: { email: string; password: string }, headers: Headers) =>
      auth.api.signInEmail({ body, headers, asResponse: true }),
    signOut: (headers: Headers) => auth.api.signOut({ headers, asResponse: true }),
    resendConfirmation: (email: string) => sendLink(email, true),
    /** Uses a confirmation link; the answer carries the new session's cookie. Undefined when the link is no good. */
    confirmEmail: async (token: string, headers: Headers) => {
      const userId = await redeemLink(db, token, browsers.read(headers.get("cookie") ?? undefined), now());
      if (userId === undefined) return undefined;
      const { email } = await db
        .selectFrom("auth.users")
        .select("email")
        .where("id", "=", userId)
        .executeTakeFirstOrThrow();
      const verification = await createEmailVerificationToken(secret, email);
      const response = await auth.api.verifyEmail({ query: { token: verification }, headers, asResponse: true });
      return { userId, response };
    },
    findUser: (where: { id: string } | { email: string }) =>
      db
        .selectFrom("auth.users")
        .select(["id", "email", "first_name", "last_name"])
        .where("id" in where ? "id" : "email", "=", "id" in where ? where.id : where.email.toLowerCase())
        .executeTakeFirst(),
  };
}
