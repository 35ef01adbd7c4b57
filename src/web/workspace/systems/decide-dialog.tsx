import { useQueryClient } from "@tanstack/react-query";
import type { SystemKind } from "#catalog/systems.ts";
import { latestUntil } from "#domain/scope.ts";
import { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { showError } from "#web/app-error.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";

interface Props {
  about: { readonly kind: SystemKind; readonly label: string } | { readonly systemId: string; readonly name: string };
  /** What is said now, where it is changed. */
  reason?: string | undefined;
  onClose: () => void;
}

/** Why, and until when: as each declaration is sent. */
export const decided = contract.systems.leaveOut.input.pick({ reason: true, until: true });

/** Declares that there is none of a kind, or puts a system out of scope: why, and until when. */
export function DecideDialog({ about, reason, onClose }: Props) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [of, companyId] = [about, company.id];
  const title = "kind" in of ? `${of.label}: we have none` : `${of.name}: out of scope`;
  const refresh = () => queries.invalidateQueries({ queryKey: api.systems.key() });

  async function takeBack() {
    try {
      if ("kind" in of) await client.systems.takeBackNone({ companyId, kind: of.kind });
      else await client.systems.bringBack({ companyId, systemId: of.systemId });
      await refresh();
    } catch (error) {
      showError(error, "The change could not be undone");
    }
  }

  const { attributes, errors, busy } = useSchemaForm(decided, async (values, refuse) => {
    try {
      if ("kind" in of) await client.systems.declareNone({ companyId, kind: of.kind, ...values });
      else await client.systems.leaveOut({ companyId, systemId: of.systemId, ...values });
      await refresh();
      onClose();
      toast.success("kind" in of ? `${of.label}: none` : `${of.name}: out of scope`, {
        action: { label: "Undo", onPress: () => void takeBack() },
      });
    } catch (error) {
      refuse(error, "The decision could not be saved", { "scope-until": "until" });
    }
  });

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      form={attributes}
      submit={"kind" in of ? "Declare none" : "Put out of scope"}
      busy={busy && "Saving..."}
    >
      <DecidedFields errors={errors} reason={reason} />
    </FormDialog>
  );
}

interface DecidedFieldsProps {
  errors: Partial<Record<"reason" | "until", string>>;
  reason?: string | undefined;
}

/** Why, and until when: a year from today unless another day is chosen. */
export function DecidedFields({ errors, reason }: DecidedFieldsProps) {
  const last = latestUntil(timeNow());
  return (
    <>
      <Field label="Reason" error={errors.reason} help="Auditors read it. The ledger records it with your name.">
        <Textarea name="reason" defaultValue={reason} />
      </Field>
      <Field
        label="Until"
        error={errors.until}
        help="One year at most. The decision ends by itself after this day (UTC)."
      >
        <Input name="until" type="date" min={timeNow().toISOString().slice(0, 10)} max={last} defaultValue={last} />
      </Field>
    </>
  );
}
