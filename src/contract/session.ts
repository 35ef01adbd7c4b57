import * as z from "zod";
import { account } from "./endpoint.ts";
import { emailAddress, id, instant, newPassword, nothing, shortText } from "./fields.ts";

const user = z.strictObject({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});

export const session = {
  current: account({
    method: "GET",
    access: "anyone",
    path: "/session",
    summary: "Who is signed in",
    input: nothing,
    output: z.strictObject({
      user: user.nullable(),
      expiresAt: instant.nullable(),
      /** The Admin Panel is for them alone. */
      platformAdmin: z.boolean(),
      /** Set in a demo visit, which ends then with all that was done in it. */
      demo: z.strictObject({ endsAt: instant }).nullable(),
      /** What a page must know before anyone signs in. */
      mailbox: z.boolean(),
    }),
  }),
  signUp: account({
    access: "anyone",
    path: "/session/sign-up",
    summary: "Create an account and mail its confirmation link",
    perMinute: 30,
    input: z.strictObject({
      firstName: shortText("Please enter your first name", 60),
      lastName: shortText("Please enter your last name", 60),
      email: emailAddress,
      password: newPassword,
    }),
    output: z.strictObject({ email: z.string() }),
    fails: ["registration-failed"],
  }),
  resendConfirmation: account({
    access: "anyone",
    path: "/session/resend-confirmation",
    summary: "Mail the confirmation link again; answers alike whether or not the address is known",
    perMinute: 10,
    input: z.strictObject({ email: emailAddress }),
    output: z.strictObject({ email: z.string() }),
  }),
  confirmEmail: account({
    access: "anyone",
    path: "/session/confirm-email",
    summary: "Use a confirmation link once; confirms the address and signs in",
    perMinute: 60,
    input: z.strictObject({ token: z.string().min(1).max(200) }),
    output: z.strictObject({ user }),
    fails: ["link-invalid"],
  }),
  signIn: account({
    access: "anyone",
    path: "/session/sign-in",
    summary: "Sign in with email and password",
    perMinute: 60,
    input: z.strictObject({
      email: emailAddress,
      password: z.string().min(6, "Password must be at least 6 characters").max(128, "Invalid credentials"),
    }),
    output: z.strictObject({ user }),
    fails: ["invalid-credentials", "email-not-confirmed"],
  }),
  signOut: account({
    access: "anyone",
    path: "/session/sign-out",
    summary: "End this session",
    input: nothing,
    output: nothing,
  }),
};
