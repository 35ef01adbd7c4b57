import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tokenLifetimes, tokenScopeKeys, tokenScopes } from "#domain/token-scopes.ts";
import type { TokenScope } from "#domain/token-scopes.ts";
import { isAborted } from "#web/access/aborted.ts";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";

const named = contract.apiTokens.create.input.pick({ name: true });
const lasts: Readonly<Record<(typeof tokenLifetimes)[number], string>> = {
  7: "7 days",
  30: "30 days",
  90: "90 days",
  365: "1 year",
};

/** What a new token is called, may do, and how long it lasts. */
export function TokenDialog({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const [scopes, setScopes] = useState<readonly TokenScope[]>(["read"]);
  const [days, setDays] = useState<(typeof tokenLifetimes)[number]>(90);
  const { attributes, errors, busy } = useSchemaForm(named, async ({ name }, refuse) => {
    if (scopes.length === 0) return;
    try {
      const input = { companyId: company.id, name, scopes: [...scopes], days };
      const { token } = await confirmed(() => client.apiTokens.create(input));
      onMade(token);
      onClose();
      await queries.invalidateQueries({ queryKey: api.apiTokens.key() });
    } catch (error) {
      if (!isAborted(error)) refuse(error, "The token could not be created");
    }
  });
  return (
    <FormDialog
      title="Create API Token"
      onClose={onClose}
      form={attributes}
      submit="Create Token"
      busy={busy && "Creating..."}
      held
    >
      <Field label="Name" help="Name the program, so that others know what the token is for." error={errors.name}>
        <Input name="name" autoComplete="off" maxLength={60} />
      </Field>
      <CheckboxGroup
        label="Scopes"
        help="A token never allows more than your role. Tokens cannot manage members, policies, tokens or webhooks."
        error={scopes.length === 0 ? "Choose at least one scope" : undefined}
      >
        {tokenScopeKeys.map((scope) => (
          <Checkbox
            key={scope}
            label={tokenScopes[scope].label}
            note={tokenScopes[scope].note}
            checked={scopes.includes(scope)}
            onChange={(event) =>
              setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((item) => item !== scope))
            }
          />
        ))}
      </CheckboxGroup>
      <Field label="Expires after" help="Create a new token and update your program before then.">
        <Select value={days} onChange={(event) => setDays(Number(event.target.value) as typeof days)}>
          {tokenLifetimes.map((lifetime) => (
            <option key={lifetime} value={lifetime}>
              {lasts[lifetime]}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
