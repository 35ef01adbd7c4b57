import { useEffect, useRef } from "react";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import type { SignedIn } from "../arrive.ts";
import { loadAccount } from "../load-account.ts";

const schema = async () => (await loadAccount()).codeForm;

interface CodeFormProps {
  /** One of the codes that were put away, instead of one that an app shows. */
  recovering: boolean;
  onSignedIn: (answer: SignedIn) => Promise<void>;
  /** Takes a failure that ends the whole try; false when it is about the code. */
  expired: (error: unknown) => boolean;
}

/** The code, sent as soon as an app's six digits are there. */
export function CodeForm({ recovering, onSignedIn, expired }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { attributes, errors, busy } = useSchemaForm(schema, async ({ code }, refuse) => {
    const { client } = await loadAccount();
    try {
      await onSignedIn(await client.secondFactor.verify({ code }));
    } catch (error) {
      if (expired(error)) return;
      refuse(error, "Invalid credentials", { "wrong-code": "code" });
      field.current?.select();
    }
  });
  return (
    <form {...attributes} className="stack">
      {recovering ? (
        <Field label="Recovery code" help="Enter one of your stored codes. Each works once." error={errors.code}>
          <Input
            ref={field}
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="input mono"
          />
        </Field>
      ) : (
        <Field label="Code" help="The 6-digit code your authenticator app shows." error={errors.code}>
          <Input
            ref={field}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="input mono code-input"
            onInput={(event) => {
              if (/^\d{6}$/.test(event.currentTarget.value.replace(/\s/g, "")))
                event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
      )}
      <Button type="submit" kind="primary" size="large" wide busy={busy && "Verifying..."}>
        Verify
      </Button>
    </form>
  );
}
