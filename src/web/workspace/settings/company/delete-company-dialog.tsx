import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { longDate } from "#web/design/dates.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import type { Company } from "../../company.ts";
import { useChangedCompany } from "../../use-changed-company.ts";

const form = contract.companies.delete.input.pick({ name: true });

/** Has the company deleted once its name has been typed. */
export function DeleteCompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const confirmed = useConfirmed();
  const showChanged = useChangedCompany();
  const [typed, setTyped] = useState("");

  const { attributes, errors, busy } = useSchemaForm(form, async ({ name }, refuse) => {
    try {
      const changed = await confirmed(() => client.companies.delete({ companyId: company.id, name }));
      showChanged(changed);
      onClose();
      toast.info(
        `${company.name} will be deleted${changed.deletionDueAt ? ` on ${longDate(changed.deletionDueAt)}` : ""}`,
      );
    } catch (error) {
      refuse(error, "Failed to delete company", { "name-differs": "name" });
    }
  });

  return (
    <FormDialog
      title="Delete company"
      onClose={onClose}
      form={attributes}
      submit="Delete company"
      busy={busy && "Deleting..."}
      danger
      disabled={typed.trim() !== company.name}
    >
      <p className="quiet">
        In 30 days we destroy the company's keys and erase its evidence, ledger and records. Nobody can recover them,
        including us. Until then it works as before and you can cancel. We email its owner and admins.
      </p>
      <p className="quiet">
        Export what you need first. To confirm, type the company's name,{" "}
        <b className="wraps strong inked">{company.name}</b>.
      </p>
      <Field label="Company name" error={errors.name}>
        <Input name="name" autoComplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  );
}
