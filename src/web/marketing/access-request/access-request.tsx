import type { ReactNode } from "react";
import { publicForms } from "#catalog/public-forms.ts";
import { FormLine } from "#web/marketing/requests/lines.tsx";
import { loadRequests } from "#web/marketing/requests/load-requests.ts";
import { RequestPage } from "#web/marketing/requests/request-page.tsx";
import { useRequestForm } from "#web/marketing/requests/use-request-form.ts";

interface AccessRequestProps {
  kind: "access" | "waitlist";
  lede: string;
  receipt: (email: string) => ReactNode;
  steps: readonly string[];
  aside: ReactNode;
}

const schema = async () => (await loadRequests()).accessForm;

/** Who asks for access, or for a place on the waitlist: the same form for both. */
export function AccessRequest({ kind, lede, receipt, steps, aside }: AccessRequestProps) {
  const { path, heading, button, busy, success, failure, fields } = publicForms[kind];
  const form = useRequestForm({
    path,
    schema,
    send: async (values) => (await loadRequests()).client.requests.askAccess({ kind, ...values }),
    success,
    receipt: ({ email }) => receipt(email),
    failure,
  });
  const { errors } = form;
  return (
    <RequestPage
      title={heading}
      lede={lede}
      form={form}
      button={button}
      busy={busy}
      aside={aside}
      until="Nothing has been sent yet."
      steps={steps}
    >
      {fields.map((field) => (
        <FormLine key={field.name} field={field} error={errors[field.name]} />
      ))}
    </RequestPage>
  );
}
