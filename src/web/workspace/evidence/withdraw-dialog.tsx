import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useMending } from "./use-mending.ts";
import type { Mended } from "./use-mending.ts";

const reasoned = contract.evidence.withdraw.input.pick({ reason: true });

/** Withdraws one item or several, once a reason is given. `onClose` hears whether it was done. */
export function WithdrawDialog({ items, onClose }: { items: readonly Mended[]; onClose: (isDone: boolean) => void }) {
  const { withdraw, names } = useMending();
  const { attributes, errors, busy } = useSchemaForm(reasoned, async ({ reason }) => {
    await withdraw(items, reason);
    onClose(true);
  });
  const isSingle = items.length === 1;
  return (
    <FormDialog
      title={`Withdraw ${names(items)}`}
      onClose={() => onClose(false)}
      form={attributes}
      submit="Withdraw"
      busy={busy && "Withdrawing..."}
      danger
      held
    >
      <p>
        {isSingle ? "The item no longer counts" : "The items no longer count"} for any control, and{" "}
        {isSingle ? "leaves" : "leave"} lists, reports and what auditors see. Number, hash and chain of custody stay.
        You can restore {isSingle ? "it" : "them"} at any time.
      </p>
      <Field label="Reason" error={errors.reason} help="The ledger and every bundle name it.">
        <Textarea name="reason" rows={3} />
      </Field>
    </FormDialog>
  );
}
