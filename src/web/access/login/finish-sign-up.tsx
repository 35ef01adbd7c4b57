import { useEffect, useRef } from "react";
import { Button } from "#web/design/button.tsx";
import { useSchemaForm } from "#web/form.ts";
import { AppError } from "#web/app-error.ts";
import type { SignedIn } from "../arrive.ts";
import { loadAccount } from "../load-account.ts";
import { NameFields } from "../name-fields.tsx";
import { NewPasswordField } from "../new-password-fields.tsx";

const schema = async () => (await loadAccount()).finishForm;

export interface FinishSignUpProps {
  /** The address that the link confirms. */
  email: string;
  token: string;
  onSignedIn: (answer: SignedIn) => Promise<void>;
  /** The link ran out, or was used in the meantime. */
  onLinkInvalid: () => void;
}

/** The last step of a sign-up whose mail was opened in another browser: the name and the password of the account. */
export default function FinishSignUp({ email, token, onSignedIn, onLinkInvalid }: FinishSignUpProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { attributes, errors, busy } = useSchemaForm(schema, async (chosen, refuse) => {
    const { client } = await loadAccount();
    try {
      await onSignedIn(await client.session.confirmEmail({ token, chosen }));
    } catch (error) {
      if (error instanceof AppError && error.code === "link-invalid") return onLinkInvalid();
      refuse(error, "Failed to confirm email", { "password-common": "password" });
    }
  });
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Choose your password
      </h1>
      <div className="oxford-rule below-20" />
      <form {...attributes} className="stack">
        <p className="quiet">
          You signed up as <b className="wraps strong inked">{email}</b> in another browser. Enter your name and a
          password to finish.
        </p>
        <input type="text" name="username" value={email} readOnly hidden autoComplete="username" />
        <NameFields errors={errors} />
        <NewPasswordField label="Password" error={errors.password} />
        <Button type="submit" kind="primary" size="large" wide busy={busy && "Finishing..."}>
          Finish sign-up
        </Button>
      </form>
    </>
  );
}
