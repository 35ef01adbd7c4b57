import * as z from "zod";
import { audiences } from "#domain/policies/policy.ts";
import { client } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useState } from "react";
import { useWorkspace } from "../../company-context.tsx";
import { LinkPicker } from "../link-picker.tsx";
import type { PolicyDetails } from "./policies.ts";
import { usePolicyActs } from "./use-policy-acts.ts";

const asked = z.object({ audience: z.enum(audiences), personId: z.string().optional() });
const words = {
  everyone: "Everyone",
  employee: "Employees",
  partner: "Partners",
  contractor: "Contractors",
  intern: "Interns",
  person: "One person",
} as const;

/** Assigns the version in force; people have 30 days to acknowledge it. */
export function AssignDialog({ policy, onClose }: { policy: PolicyDetails; onClose: () => void }) {
  const { company } = useWorkspace();
  const { refresh } = usePolicyActs(policy.id);
  const [audience, setAudience] = useState<string>("everyone");
  const { attributes, errors, busy } = useSchemaForm(asked, async ({ audience: chosen, personId }, refuse) => {
    try {
      const versionId = policy.inForce!.id;
      const person = chosen === "person" ? personId || null : null;
      await client.policies.assign({ companyId: company.id, versionId, audience: chosen, personId: person });
      await refresh();
      toast.success("Assigned");
      onClose();
    } catch (error) {
      refuse(error, "This could not be assigned", { "policy-assigned": "audience", "record-link": "audience" });
    }
  });
  return (
    <FormDialog title="Assign Policy" onClose={onClose} form={attributes} submit="Assign" busy={busy && "Assigning..."}>
      <p>They have 30 days to acknowledge it. New people are included from their first day.</p>
      <Field label="Assign to" error={errors.audience}>
        <Select name="audience" value={audience} onChange={({ target }) => setAudience(target.value)}>
          {audiences.map((key) => (
            <option key={key} value={key}>
              {words[key]}
            </option>
          ))}
        </Select>
      </Field>
      {audience === "person" && (
        <Field label="Person" error={errors.personId}>
          <LinkPicker name="personId" field={{ type: "person", of: null, to: null }} many={false} picked={[]} />
        </Field>
      )}
    </FormDialog>
  );
}
