import { contract } from "#web/contract.ts";
import * as z from "zod";

export { client, queryClient } from "#web/api.ts";

const { signIn, signUp, resendConfirmation } = contract.session;

export const signInForm = signIn.input;
export const resendForm = resendConfirmation.input;

export const signUpForm = signUp.input.extend({ confirmPassword: z.string() }).refine(
  (form) => form.password === form.confirmPassword,
  // Compared even while other fields are wrong, so that everything to correct shows at once.
  { path: ["confirmPassword"], message: "Passwords do not match", when: () => true },
);
