import { KeyRound } from "lucide-react";
import { Suspense, lazy, useRef, useState } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { openFailures } from "#contract/open-failures.ts";
import { AppError, showError } from "#web/app-error.ts";
import { companyChoice } from "#web/company-choice.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { broadcastSession } from "#web/presence.ts";
import { takeInvitation } from "#web/return-path.ts";
import { isAborted } from "../aborted.ts";
import { loadAccount } from "../load-account.ts";
import { NewPasswordField } from "../new-password-fields.tsx";
import { Providers } from "../providers.tsx";

const RecoveryCodesDialog = lazy(() => import("./joined-codes.ts"));

const schema = async () => (await loadAccount()).joinForm;

interface JoinFormProps {
  /** The address that the link was mailed to; nobody types it. */
  email: string;
  company: string;
  token: string;
  /** Somebody is in the company, and signed in. */
  onEntered: () => Promise<void>;
  /** What a failure changes on the page; false for what is only told. */
  onRefused: (error: unknown) => Promise<boolean>;
  /** The person leaves for the provider, and joins when they come back. */
  onProvider: () => void;
}

/** The answer to joining by the link itself. With a passkey there are codes for the day it is lost. */
type Joined = z.output<typeof contract.invitations.join.output> & { readonly recoveryCodes?: readonly string[] };

/** A new account for the address that was invited: a name and a password, a passkey, or the provider. */
export default function JoinForm({ email, company, token, onEntered, onRefused, onProvider }: JoinFormProps) {
  const name = useRef<HTMLInputElement>(null);
  const [nameError, setNameError] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { attributes, errors, busy } = useSchemaForm(schema, async (values, refuse) => {
    setNameError(undefined);
    try {
      const { client } = await loadAccount();
      await enter(await client.invitations.join({ ...values, token }));
    } catch (error) {
      if (!(await onRefused(error))) refuse(error, "Failed to accept invitation", { "password-common": "password" });
    }
  });

  /** As after signing in, nothing that was fetched before outlives this moment. */
  async function enter({ user, companyId, recoveryCodes = [] }: Joined) {
    const { queryClient } = await loadAccount();
    queryClient.clear();
    takeInvitation();
    companyChoice.write(companyId);
    if (user) broadcastSession(user.id);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else await onEntered();
  }

  async function joinByPasskey() {
    const typed = (await schema()).shape.name.safeParse(name.current?.value ?? "");
    setNameError(typed.error?.issues[0]?.message);
    if (!typed.success) return name.current?.focus();
    setAsking(true);
    try {
      const [{ client }, { makePasskey }] = await Promise.all([loadAccount(), import("../passkeys.ts")]);
      const options = await client.invitations.beginPasskey({ token, name: typed.data });
      const credential = await makePasskey(options);
      await enter(await client.invitations.joinWithPasskey({ token, credential }));
    } catch (error) {
      if (isAborted(error) || (await onRefused(error))) return;
      showError(error, error instanceof AppError ? error.message : openFailures["passkey-failed"].message);
    } finally {
      setAsking(false);
    }
  }

  return (
    <form {...attributes} className="stack">
      <input type="text" name="username" value={email} readOnly hidden autoComplete="username" />
      <Field label="Your name" error={errors.name ?? nameError}>
        <Input ref={name} name="name" autoComplete="name" />
      </Field>
      <NewPasswordField label="Password" error={errors.password} />
      <Button type="submit" kind="primary" size="large" wide disabled={asking} busy={busy && "Joining..."}>
        Join {company}
      </Button>
      <div className="other-ways">
        <span className="other-ways-passkey">
          <Button
            icon={KeyRound}
            wide
            disabled={busy}
            busy={asking && "Waiting for your passkey..."}
            onClick={() => void joinByPasskey()}
          >
            Use a passkey instead
          </Button>
        </span>
        <Providers onLeave={onProvider} />
      </div>
      {codes.length > 0 && (
        <Suspense>
          <RecoveryCodesDialog codes={codes} onClose={() => void onEntered()} />
        </Suspense>
      )}
    </form>
  );
}
