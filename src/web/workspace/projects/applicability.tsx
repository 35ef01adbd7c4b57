import { useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../company-context.tsx";
import { useShown } from "./deciding/use-shown.ts";

type Control = z.output<typeof contract.controls.list.output>[number];

const reasonForm = contract.controls.setApplicability.input.pick({ reason: true });

/** An admin's word that a control does not apply, which needs a reason because it counts like a pass. */
export function Applicability({ control }: { control: Control }) {
  const { form, open, close } = useShown();
  const applies = control.status !== "not applicable";
  const action = applies ? "Mark as not applicable" : "Mark as applicable";
  return (
    <>
      <p className="below-12 quiet">
        {applies
          ? "This control applies to your company. If it does not, give a reason. The ledger records it."
          : "An admin marked this control as not applicable. The reason is above and in the ledger."}
      </p>
      <Button size="small" onClick={() => open({ do: "declare" })}>
        {action}
      </Button>
      {form === "declare" && (
        <ApplicabilityDialog action={action} control={control} applicable={!applies} onClose={close} />
      )}
    </>
  );
}

interface DialogProps {
  action: string;
  control: Control;
  applicable: boolean;
  onClose: () => void;
}

function ApplicabilityDialog({ action, control, applicable, onClose }: DialogProps) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const set = useMutation(api.controls.setApplicability.mutationOptions());

  async function takeBack() {
    try {
      const reason = "Change undone.";
      await client.controls.setApplicability({
        companyId: company.id,
        controlId: control.id,
        applicable: !applicable,
        reason,
      });
      await queries.invalidateQueries();
      toast.success(`${control.title}: ${applicable ? "not applicable" : "applicable"} again`);
    } catch (error) {
      showError(error, "The change could not be undone");
    }
  }

  const { attributes, errors, busy } = useSchemaForm(reasonForm, async ({ reason }, refuse) => {
    try {
      await set.mutateAsync({ companyId: company.id, controlId: control.id, applicable, reason });
      await queries.invalidateQueries();
      toast.success(`${control.title}: ${applicable ? "applicable" : "not applicable"}`, {
        action: { label: "Undo", onPress: () => void takeBack() },
      });
      onClose();
    } catch (error) {
      refuse(error, "The change could not be saved");
    }
  });

  return (
    <FormDialog title={action} onClose={onClose} form={attributes} submit={action} busy={busy && "Saving..."}>
      <p className="quiet">{control.title}</p>
      <Field label="Reason" error={errors.reason}>
        <Textarea name="reason" />
      </Field>
    </FormDialog>
  );
}
