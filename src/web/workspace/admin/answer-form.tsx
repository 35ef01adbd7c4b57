import { useEffect, useRef } from "react";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useSettling } from "./use-settling.ts";

const form = contract.requests.answer.input.pick({ message: true });

interface AnswerFormProps {
  readonly request: { readonly id: string; readonly name: string; readonly email: string };
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Writes the answer, which is mailed with what was sent quoted under it. */
export function AnswerForm({ request, onDone, onCancel }: AnswerFormProps) {
  const settle = useSettling(request);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { attributes, errors, busy } = useSchemaForm(form, async ({ message }, refuse) => {
    try {
      await settle.answer(message);
      onDone();
    } catch (error) {
      refuse(error, "The answer could not be sent");
    }
  });
  return (
    <form {...attributes} className="stack gap-12">
      <Field
        label="Answer"
        error={errors.message}
        help={`We email this to ${request.email} and quote their message below it.`}
      >
        <Textarea name="message" rows={7} ref={field} />
      </Field>
      <div className="answer-ways">
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={busy && "Sending..."}>
          Send Answer
        </Button>
      </div>
    </form>
  );
}
