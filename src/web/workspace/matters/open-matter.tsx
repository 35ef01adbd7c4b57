import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import * as z from "zod";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Checkbox } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { basisWords } from "./matter.ts";

const opened = contract.matters.create.input.pick({ name: true, basis: true }).extend({ join: z.string().optional() });

/** Opens a matter and leads to it, where its access list is chosen. */
export function OpenMatter({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const create = useMutation(api.matters.create.mutationOptions());
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { attributes, errors, busy } = useSchemaForm(opened, async ({ join, ...values }, refuse) => {
    try {
      const { id } = await create.mutateAsync({ companyId, ...values, join: join !== undefined });
      await queries.invalidateQueries({ queryKey: api.matters.key() });
      await navigate(`/dashboard/matters/${id}`);
    } catch (error) {
      refuse(error, "The matter could not be opened");
    }
  });
  return (
    <FormDialog
      title="Open Matter"
      onClose={onClose}
      form={attributes}
      submit="Open Matter"
      busy={busy && "Opening..."}
    >
      <Field label="Name" error={errors.name} help="Only people on the access list and owners can see the name.">
        <Input name="name" autoComplete="off" />
      </Field>
      <Field label="Privilege" error={errors.basis}>
        <Select name="basis" defaultValue="attorney-client">
          {Object.entries(basisWords).map(([basis, words]) => (
            <option key={basis} value={basis}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        name="join"
        label="Add me to the access list"
        note="Without access, you still manage the list but cannot see its items."
        defaultChecked
      />
    </FormDialog>
  );
}
