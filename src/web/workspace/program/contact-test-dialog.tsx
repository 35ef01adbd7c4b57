import { CONTACT_LINK_DAYS } from "#domain/registers/contact-test.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import { typed } from "./record-form.tsx";
import type { Register } from "./registers.ts";
import { useActs } from "./use-acts.ts";

interface ContactTestDialogProps {
  register: Register;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** Asks for a website, where its contact is published, and the address, and sends the test. */
export default function ContactTestDialog({ register, onClose, onAdded }: ContactTestDialogProps) {
  const { company } = useWorkspace();
  const acts = useActs(register);
  const listed = useQuery(api.systems.list.queryOptions({ input: { companyId: company.id } }));
  const sites = listed.data?.systems.filter(({ kinds }) => kinds.includes("site")) ?? [];
  const { attributes, errors, busy } = useSchemaForm(typed, async (values, refuse) => {
    const { systemId = "", contact = "", email = "" } = values;
    try {
      const { id } = await acts.sendContactTest({ systemId, contact, email });
      onAdded(id);
    } catch (error) {
      refuse(error, "The test could not be sent");
    }
  });
  return (
    <FormDialog
      title="Test the Contact for Security Reports"
      onClose={onClose}
      form={attributes}
      submit="Send Test"
      busy={busy && "Sending..."}
      disabled={sites.length === 0}
    >
      {listed.data && sites.length === 0 ? (
        <p>Add a public website to your systems in scope first.</p>
      ) : (
        <>
          <p className="quiet">
            The link works once, for {CONTACT_LINK_DAYS} days. Another person then approves the record: they check that
            the page shows this address.
          </p>
          <Field label="Website" error={errors["systemId"]}>
            <Select name="systemId" defaultValue={sites[0]?.id} key={sites[0]?.id}>
              {sites.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label="Published at"
            help="Where outsiders find the contact, such as https://example.com/.well-known/security.txt."
            error={errors["contact"]}
          >
            <Input name="contact" inputMode="url" maxLength={2_000} autoComplete="off" required />
          </Field>
          <Field label="Email address" help="As it is published there." error={errors["email"]}>
            <Input name="email" type="email" maxLength={254} autoComplete="off" required />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
