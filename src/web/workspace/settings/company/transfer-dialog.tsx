import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { roleName } from "#domain/role-words.ts";
import { api, client } from "#web/api.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import type { Company } from "../../company.ts";
import { useChangedCompany } from "../../use-changed-company.ts";
import { memberName } from "./member.ts";
import type { Member } from "./member.ts";

interface TransferDialogProps {
  company: Company;
  /** Everybody but the owner. */
  others: readonly Member[];
  onClose: () => void;
}

const form = z.object({ memberId: z.string().min(1, "Choose who becomes the owner") });

/** Hands the company to somebody else, who has to be chosen: nobody is proposed. */
export function TransferDialog({ company, others, onClose }: TransferDialogProps) {
  const confirmed = useConfirmed();
  const queries = useQueryClient();
  const showChanged = useChangedCompany();

  const { attributes, errors, busy } = useSchemaForm(form, async ({ memberId }, refuse) => {
    try {
      const changed = await confirmed(() => client.companies.transfer({ companyId: company.id, memberId }));
      const next = others.find(({ id }) => id === memberId);
      showChanged(changed);
      onClose();
      toast.success(next ? `${memberName(next)} is now the owner` : "Ownership transferred");
      await queries.invalidateQueries({ queryKey: api.members.list.key({ input: { companyId: company.id } }) });
    } catch (error) {
      refuse(error, "Failed to transfer ownership");
    }
  });

  return (
    <FormDialog
      title="Transfer ownership"
      onClose={onClose}
      form={attributes}
      submit="Transfer ownership"
      busy={busy && "Transferring..."}
      danger
    >
      <p className="quiet">
        Only the new owner will be able to transfer or delete {company.name}. You stay as an admin.
      </p>
      <Field label="New owner" error={errors.memberId}>
        <Select name="memberId" defaultValue="">
          <option value="">Choose a member</option>
          {others.map((member) => (
            <option key={member.id} value={member.id}>
              {memberName(member)}, {roleName(member.role)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
