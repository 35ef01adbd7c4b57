import * as z from "zod";
import { client } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";
import { countedPeople } from "./policies.ts";
import type { PolicyDetails, PolicyVersion } from "./policies.ts";
import { usePolicyActs } from "./use-policy-acts.ts";

const asked = z.object({ quorum: z.coerce.number().int().min(1).max(3) });

interface SendDialogProps {
  policy: PolicyDetails;
  version: PolicyVersion;
  onClose: () => void;
}

/** Sends a draft for approval by so many people. */
export function SendDialog({ policy, version, onClose }: SendDialogProps) {
  const { company } = useWorkspace();
  const { refresh } = usePolicyActs(policy.id);
  const { alone } = policy.may;
  const { attributes, errors, busy } = useSchemaForm(asked, async ({ quorum }, refuse) => {
    try {
      const { id: versionId, revision } = version;
      await client.policies.send({ companyId: company.id, versionId, revision, quorum });
      await refresh();
      toast.success("Sent for approval");
      onClose();
    } catch (error) {
      refuse(error, "This could not be sent", { "policy-quorum": "quorum" });
    }
  });
  const most = Math.max(1, Math.min(3, policy.may.approvers));
  return (
    <FormDialog title="Send for Approval" onClose={onClose} form={attributes} submit="Send" busy={busy && "Sending..."}>
      <p>
        Facts and tables get their values now.{" "}
        {alone
          ? "You are the only person who may approve it, so you approve it yourself, and the record says so."
          : "Nobody approves what they wrote any of, and an edit asks again."}
      </p>
      <Field label="Approvals" error={errors.quorum}>
        <Select name="quorum" defaultValue="1">
          {Array.from({ length: most }, (_, at) => (
            <option key={at} value={at + 1}>
              {countedPeople(at + 1)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
