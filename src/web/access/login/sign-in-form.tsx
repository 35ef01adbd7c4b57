import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { PasswordInput } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { HumanCheck } from "#web/human-check/human-check.tsx";
import { useHumanCheck } from "#web/human-check/use-human-check.ts";
import { AppError } from "#web/app-error.ts";
import { AddressField } from "../address-field.tsx";
import type { SignedIn } from "../arrive.ts";
import { loadAccount } from "../load-account.ts";

export interface Filled {
  readonly email: string;
  readonly password: string;
}

interface SignInFormProps {
  /** What the page itself put into the fields; each new value is put in once. */
  filled: Filled | undefined;
  /** What the page is about to put into them is waited for: a press that comes before it is not about empty fields. */
  whenFilled?: () => Promise<void>;
  /** Another way for what was typed, tried before a person is asked for; resolves to whether it was taken. */
  tryFirst?: (email: string, password: string) => Promise<boolean>;
  onSignedIn: (answer: SignedIn) => Promise<void>;
}

/** Email and password, with the proof of a person. */
export function SignInForm({ filled, whenFilled, tryFirst, onSignedIn }: SignInFormProps) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const check = useHumanCheck();
  const { attributes, errors, busy } = useSchemaForm(
    async () => {
      await whenFilled?.();
      return (await loadAccount()).signInForm;
    },
    async (values, refuse) => {
      if (await tryFirst?.(values.email, values.password)) return;
      check.remind();
      const verification = await check.proof();
      if (verification === undefined) return;
      const { client } = await loadAccount();
      try {
        await onSignedIn(await client.session.signIn({ ...values, verification }));
      } catch (error) {
        if (check.refused(error)) return;
        // What was answered may have spent the proof; what never arrived has not.
        if (error instanceof AppError && error.status !== 0) check.reset();
        refuse(error, "Invalid credentials");
      }
    },
    { onWrong: check.remind },
  );

  useLayoutEffect(() => {
    if (!filled) return;
    put(email.current, filled.email);
    put(password.current, filled.password);
  }, [filled]);

  return (
    <form {...attributes} className="stack" onFocus={prepare}>
      <AddressField ref={email} error={errors.email} autoComplete="username webauthn" />
      <Field
        label="Password"
        error={errors.password}
        aside={
          <Link className="link login-forgot" to="/reset-password">
            Forgot password?
          </Link>
        }
      >
        <PasswordInput ref={password} name="password" autoComplete="current-password" />
      </Field>
      <HumanCheck check={check} />
      <Button type="submit" kind="primary" size="large" wide busy={busy && "Signing in..."}>
        Sign In
      </Button>
    </form>
  );

  function prepare() {
    check.prepare();
    void loadAccount().catch(() => {});
  }
}

function put(field: HTMLInputElement | null, value: string) {
  if (!field) return;
  field.value = value;
  // The form checks again what was wrong, and the address is remembered, as if it had been typed.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
