import { newcomer, secondFactor, session } from "#web/visitor-contract.ts";
import * as z from "zod";

export { client, queryClient } from "#web/api.ts";

const { signIn, signUp, sendMagicLink, resetPassword, confirmEmail } = session;

// The proof of a person is added by the page; nobody types it.
export const signInForm = signIn.input.omit({ verification: true });
export const addressForm = sendMagicLink.input;
// Beside these the form holds the address, for password managers.
export const finishForm = z.object(confirmEmail.input.shape.chosen.unwrap().shape);
export const joinForm = z.object(newcomer.shape);
export const codeForm = secondFactor.verify.input;

interface Repeated {
  readonly password: string;
  readonly confirmPassword: string;
}

const isRepeated = (form: Repeated) => form.password === form.confirmPassword;

// Compared even while other fields are wrong, so that everything to correct shows at once.
const mismatch = { path: ["confirmPassword"], message: "Passwords do not match", when: () => true };

export const signUpForm = signUp.input
  .omit({ verification: true })
  .extend({ confirmPassword: z.string() })
  .refine(isRepeated, mismatch);

/** A page that only asks for a new password says by itself what is too short (specification, section 5). */
const newPassword = z
  .string()
  .refine((password) => Array.from(password).length >= 8, {
    message: "Password must be at least 8 characters long",
  })
  .pipe(resetPassword.input.shape.password);

export const newPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(isRepeated, mismatch);
