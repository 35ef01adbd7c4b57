import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { roleName } from "#domain/role-words.ts";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useCan } from "../../company-context.tsx";
import type { Company } from "../../company.ts";
import { sayClock, useSetup } from "../../setup-time.ts";
import { useChangedCompany } from "../../use-changed-company.ts";

/** Which company this is. Its name can be changed by those who run it, and read by all. */
export function CompanyFacts({ company }: { company: Company }) {
  const mayRename = useCan("company.rename");
  return (
    <div className="stack gap-20">
      {mayRename ? (
        <NameForm key={company.id} company={company} />
      ) : (
        <div className="form-width">
          <Field label="Company name" help="Only owners and admins can change it.">
            <Input name="name" readOnly defaultValue={company.name} />
          </Field>
        </div>
      )}
      <dl className="facts">
        <dt>URL name</dt>
        <dd className="mono">{company.slug}</dd>
        <dt>Your role</dt>
        <dd>{roleName(company.role)}</dd>
        <dt>Storage</dt>
        <dd>
          {company.storageLocation.displayName}
          <span className="own-line small faint">Set when the company was created. All evidence stays there.</span>
        </dd>
        <dt>Created</dt>
        <dd>{longDate(company.createdAt)}</dd>
        <SetupTime companyId={company.id} />
      </dl>
    </div>
  );
}

/** For the owner: how long setting up took, or has taken so far. */
function SetupTime({ companyId }: { companyId: string }) {
  const setup = useSetup(companyId).data;
  const clock = setup && sayClock(setup);
  return (
    clock && (
      <>
        <dt>Setup</dt>
        <dd>
          <span>{clock.time}</span>
          <span className="own-line small faint">{clock.measures}</span>
        </dd>
      </>
    )
  );
}

const named = contract.companies.rename.input.pick({ name: true });

function NameForm({ company }: { company: Company }) {
  const showChanged = useChangedCompany();
  const rename = useMutation(api.companies.rename.mutationOptions());
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(company.name);
  const { attributes, errors, busy } = useSchemaForm(named, async ({ name }, refuse) => {
    try {
      const changed = await rename.mutateAsync({ companyId: company.id, name });
      showChanged(changed);
      setTyped(changed.name);
      if (field.current) field.current.value = changed.name;
      toast.success("Company name updated");
    } catch (error) {
      refuse(error, "Failed to update company");
    }
  });
  return (
    <form {...attributes} className="company-name-form">
      <div className="company-name-field narrows">
        <Field label="Company name" error={errors.name}>
          <Input
            ref={field}
            name="name"
            autoComplete="off"
            defaultValue={company.name}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
      </div>
      <Button type="submit" className="above-24" busy={busy && "Saving..."} disabled={typed === company.name}>
        Save
      </Button>
    </form>
  );
}
