import { useState } from "react";
import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";

const form = contract.support.send.input.pick({ subject: true, message: true });

/** A message to the people who run the installation. What was typed stays until it has arrived. */
export function SupportForm() {
  const { person, company } = useWorkspace();
  // A new form after each message that arrived, an old one after each that did not.
  const [sent, setSent] = useState(0);
  const { attributes, errors, busy } = useSchemaForm(form, async (values, refuse) => {
    try {
      await client.support.send({ ...values, companyId: company.id });
    } catch (error) {
      return refuse(error, "Failed to send message. Please try again later.");
    }
    toast.success("Message sent successfully! We'll get back to you soon.");
    setSent((before) => before + 1);
  });
  return (
    <section className="support-form" aria-labelledby="write-to-us">
      <div>
        <h2 id="write-to-us" className="title-card">
          Write to us
        </h2>
        <p className="above-4 quiet">
          We reply within 24 hours to <b className="strong wraps">{person.email}</b>. Do not send evidence or passwords.
        </p>
      </div>
      <form key={sent} {...attributes} className="stack">
        <Field label="Subject" error={errors.subject}>
          <Input name="subject" autoComplete="off" />
        </Field>
        <Field label="Message" error={errors.message}>
          <Textarea name="message" rows={7} />
        </Field>
        <div>
          <Button type="submit" kind="primary" busy={busy && "Sending..."}>
            Send Message
          </Button>
        </div>
      </form>
    </section>
  );
}
