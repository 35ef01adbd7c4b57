import { useRef } from "react";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { timeNow } from "#web/clock.ts";
import { Input, Textarea } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { countedRecords } from "./registers.ts";
import type { Register, RegisterRecord } from "./registers.ts";
import { useActs } from "./use-acts.ts";

const reasoned = contract.registers.end.input.pick({ reason: true, lastDay: true });

interface EndDialogProps {
  register: Register;
  records: readonly RegisterRecord[];
  /** Hears whether they ended. */
  onClose: (isDone: boolean) => void;
}

/** Ends records, once a reason is given: a usual one by a press, or in one's own words. */
export function EndDialog({ register, records, onClose }: EndDialogProps) {
  const acts = useActs(register);
  const asked = register.lastDay !== null;
  const words = useRef<HTMLTextAreaElement>(null);
  const { attributes, errors, busy } = useSchemaForm(reasoned, async ({ reason, lastDay }, refuse) => {
    try {
      await acts.end(records, reason, lastDay);
      onClose(true);
    } catch (error) {
      refuse(error, "This could not be ended");
    }
  });
  const what = records.length === 1 ? records[0]!.title : countedRecords(register, records.length);
  return (
    <FormDialog
      title={`End ${what}`}
      onClose={() => onClose(false)}
      form={attributes}
      submit="End"
      busy={busy && "Ending..."}
      danger
      held
    >
      <p>
        {records.length === 1 ? "The record no longer counts" : "The records no longer count"}, and{" "}
        {records.length === 1 ? "its" : "their"} history stays. You can reopen {records.length === 1 ? "it" : "them"} at
        any time.
      </p>
      {asked && (
        <Field
          label="Last day"
          error={errors.lastDay}
          help={`Every open account fails its check 24 hours after this day (UTC). Leave it empty for who was entered by mistake, or to keep a last day that is on record.`}
        >
          <Input type="date" name="lastDay" max={timeNow().toISOString().slice(0, 10)} />
        </Field>
      )}
      <Field label="Reason" error={errors.reason}>
        <Textarea ref={words} name="reason" rows={2} />
      </Field>
      <div className="cluster" role="group" aria-label="Usual reasons">
        {register.endReasons.map((reason) => (
          <Button
            key={reason}
            size="small"
            onClick={() => {
              if (words.current) words.current.value = reason;
              words.current?.focus();
            }}
          >
            {reason}
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}
