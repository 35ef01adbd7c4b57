import type { ReactNode } from "react";
import { EmailLine, Line } from "#web/marketing/requests/lines.tsx";
import { loadRequests } from "#web/marketing/requests/load-requests.ts";
import { RequestPage } from "#web/marketing/requests/request-page.tsx";
import { useRequestForm } from "#web/marketing/requests/use-request-form.ts";

interface AccessRequestProps {
  kind: "access" | "waitlist";
  path: string;
  /** The page's heading, and what its button says. */
  title: string;
  lede: string;
  success: string;
  receipt: (email: string) => ReactNode;
  steps: readonly string[];
  aside: ReactNode;
}

const schema = async () => (await loadRequests()).accessForm;

/** Who asks for access, or for a place on the waitlist: the same form for both. */
export function AccessRequest({ kind, path, title, lede, success, receipt, steps, aside }: AccessRequestProps) {
  const form = useRequestForm({
    path,
    schema,
    send: async (values) => (await loadRequests()).client.requests.askAccess({ kind, ...values }),
    success,
    receipt: ({ email }) => receipt(email),
    failure: "Your request could not be sent. Please try again later.",
  });
  const { errors } = form;
  return (
    <RequestPage
      title={title}
      lede={lede}
      form={form}
      button={title}
      busy="Submitting..."
      aside={aside}
      until="Nothing has been sent yet."
      steps={steps}
    >
      <Line label="First name" name="firstName" autoComplete="given-name" error={errors["firstName"]} />
      <Line label="Last name" name="lastName" autoComplete="family-name" error={errors["lastName"]} />
      <EmailLine error={errors["email"]} />
      <Line label="Company" name="company" autoComplete="organization" error={errors["company"]} />
      <Line label="Role" name="role" autoComplete="organization-title" error={errors["role"]} />
    </RequestPage>
  );
}
