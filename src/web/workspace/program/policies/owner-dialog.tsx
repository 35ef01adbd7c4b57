import * as z from "zod";
import { client } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";
import { LinkPicker } from "../link-picker.tsx";
import type { PolicyDetails } from "./policies.ts";
import { usePolicyActs } from "./use-policy-acts.ts";

const asked = z.object({ ownerId: z.string() });
const ofPeople = { type: "person", of: null, to: null } as const;

/** Chooses who owns a policy, or nobody. */
export function OwnerDialog({ policy, onClose }: { policy: PolicyDetails; onClose: () => void }) {
  const { company } = useWorkspace();
  const { refreshWithRegisters } = usePolicyActs(policy.id);
  const { owner } = policy;
  const { attributes, errors, busy } = useSchemaForm(asked, async ({ ownerId }, refuse) => {
    try {
      const chosen = ownerId === "" ? null : ownerId;
      await client.policies.setOwner({ companyId: company.id, policyId: policy.id, ownerId: chosen });
      await refreshWithRegisters();
      toast.success(chosen === null ? "This policy has no owner now" : "Owner saved");
      onClose();
    } catch (error) {
      refuse(error, "The owner could not be saved", { "policy-owner": "ownerId" });
    }
  });
  return (
    <FormDialog title="Owner" onClose={onClose} form={attributes} submit="Save" busy={busy && "Saving..."}>
      <p>The owner is reminded of the yearly renewal. No check depends on it.</p>
      <OwnerField error={errors.ownerId} picked={owner && [{ target: owner.personId, label: owner.name }]} />
    </FormDialog>
  );
}

interface OwnerFieldProps {
  error?: string | undefined;
  picked?: readonly { readonly target: string; readonly label: string }[] | null;
  /** Told of each choice, where no form asks for it; null for nobody. */
  onPick?: (ownerId: string | null) => void;
}

/** The owner of policies: a person of People. */
export function OwnerField({ error, picked, onPick }: OwnerFieldProps) {
  return (
    <Field label="Owner" error={error} help="Optional. A person of People.">
      <LinkPicker
        name="ownerId"
        field={ofPeople}
        many={false}
        picked={picked ?? []}
        onPick={([ownerId = null]) => onPick?.(ownerId)}
      />
    </Field>
  );
}
