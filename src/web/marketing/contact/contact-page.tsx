import { useLocation } from "react-router";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { publicForms } from "#catalog/public-forms.ts";
import { FormLine } from "#web/marketing/requests/lines.tsx";
import { loadRequests } from "#web/marketing/requests/load-requests.ts";
import { RequestPage } from "#web/marketing/requests/request-page.tsx";
import { useRequestForm } from "#web/marketing/requests/use-request-form.ts";

export const meta = () => pageMeta("/contact");

const { path, heading, button, busy, success, failure, fields } = publicForms.contact;
const schema = async () => (await loadRequests()).messageForm;

/** The contact form. `?subject=` fills in the subject. */
export default function ContactPage() {
  const { search } = useLocation();
  const subject = new URLSearchParams(search).get("subject")?.slice(0, 150);
  const form = useRequestForm({
    path,
    schema,
    send: async (values) => (await loadRequests()).client.requests.sendMessage(values),
    prefill: subject ? { subject } : undefined,
    success,
    receipt: ({ email }) => (
      <>
        We received your message. We'll reply to <b>{email}</b> within 24 hours.
      </>
    ),
    failure,
  });
  const { errors } = form;
  return (
    <RequestPage
      title={heading}
      lede="Ask a question, raise a concern or request a demo. We respond within 24 hours."
      form={form}
      button={button}
      busy={busy}
      until="Nothing has been sent yet."
      steps={[
        "You get an email that confirms your message.",
        "We read it and reply within 24 hours.",
        "You can continue the conversation by email.",
      ]}
    >
      {fields.map((field) => (
        <FormLine key={field.name} field={field} error={errors[field.name]} />
      ))}
    </RequestPage>
  );
}
