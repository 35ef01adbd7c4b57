import { useQueryClient } from "@tanstack/react-query";
import { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import type { Account } from "./profile-tab.tsx";

/** The person's name; the address belongs to the account and stays. */
export function NameForm({ account }: { account: Account }) {
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(contract.ownAccount.rename.input, async (values, refuse) => {
    try {
      await client.ownAccount.rename(values);
      await Promise.all([
        queries.invalidateQueries({ queryKey: api.ownAccount.get.key() }),
        queries.invalidateQueries({ queryKey: api.session.current.key() }),
      ]);
      toast.success("Your name has been saved");
    } catch (error) {
      refuse(error, "Your name could not be saved");
    }
  });
  return (
    <form {...attributes} className="stack form-width">
      <div className="pair">
        <Field label="First name" error={errors.firstName}>
          <Input name="firstName" autoComplete="given-name" defaultValue={account.firstName} />
        </Field>
        <Field label="Last name" error={errors.lastName}>
          <Input name="lastName" autoComplete="family-name" defaultValue={account.lastName} />
        </Field>
      </div>
      <dl className="facts">
        <dt>Email</dt>
        <dd>{account.email}</dd>
      </dl>
      <div>
        <Button type="submit" busy={busy && "Saving..."}>
          Save
        </Button>
      </div>
    </form>
  );
}
