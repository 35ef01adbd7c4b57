import { useNavigate } from "react-router";
import { useRef } from "react";
import { loadAccount } from "#web/access/load-account.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, PasswordInput } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { takeReturnPath } from "#web/return-path.ts";
import { DemoAccounts } from "./demo-accounts.tsx";
import { enterDemo } from "./enter-demo.ts";

const schema = async () => (await loadAccount()).signInForm;

/** Email and password. `confirming`: a link from a mail is being used, so there is nothing to do but wait. */
export function SignInForm({ confirming }: { confirming: boolean }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { attributes, errors, busy } = useSchemaForm(schema, async (values, refuse) => {
    if (await enterDemo(values.email, values.password)) return await navigate("/dashboard");
    const { client, queryClient } = await loadAccount();
    try {
      await client.session.signIn(values);
    } catch (error) {
      refuse(error, "Invalid credentials");
      return;
    }
    // Nothing that was fetched for another session, or for none, may outlive this moment.
    queryClient.clear();
    toast.success("Login successful!");
    await navigate(takeReturnPath());
  });

  return (
    <form ref={form} {...attributes} className="grid gap-4" onFocus={() => void loadAccount()}>
      <Field label="Email" error={errors.email}>
        <Input name="email" type="email" autoComplete="email" inputMode="email" />
      </Field>
      <Field label="Password" error={errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        kind="primary"
        size="large"
        wide
        busy={confirming ? "Confirming your email..." : busy && "Signing in..."}
      >
        Sign In
      </Button>
      <DemoAccounts
        onFill={(email, password) => {
          for (const [name, value] of Object.entries({ email, password })) {
            const input = form.current!.elements.namedItem(name) as HTMLInputElement;
            input.value = value;
            input.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }}
      />
    </form>
  );
}
