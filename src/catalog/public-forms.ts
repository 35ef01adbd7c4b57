/** One line or several of a public form. */
interface PublicField {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "textarea";
  readonly autocomplete?: string;
}

interface PublicForm {
  readonly path: string;
  readonly heading: string;
  readonly button: string;
  readonly busy: string;
  /** What is said when it went well. */
  readonly success: string;
  /** What is said when the fault is ours. */
  readonly failure: string;
  readonly fields: readonly PublicField[];
}

const email = { name: "email", label: "Email", type: "email", autocomplete: "email" } as const;

const whoAsks: readonly PublicField[] = [
  { name: "firstName", label: "First name", type: "text", autocomplete: "given-name" },
  { name: "lastName", label: "Last name", type: "text", autocomplete: "family-name" },
  email,
  { name: "company", label: "Company", type: "text", autocomplete: "organization" },
  { name: "role", label: "Role", type: "text", autocomplete: "organization-title" },
];

const notSent = "Your request could not be sent. Please try again later.";

/** The forms that anyone may send, in the words of the page and of the pages without scripts alike. */
export const publicForms = {
  access: {
    path: "/request-access",
    heading: "Request Early Access",
    button: "Request Early Access",
    busy: "Submitting...",
    success: "Request submitted! We'll be in touch soon.",
    failure: notSent,
    fields: whoAsks,
  },
  waitlist: {
    path: "/waitlist",
    heading: "Join the Waitlist",
    button: "Join the Waitlist",
    busy: "Submitting...",
    success: "You've been added to the waitlist!",
    failure: notSent,
    fields: whoAsks,
  },
  contact: {
    path: "/contact",
    heading: "Contact",
    button: "Send Message",
    busy: "Sending...",
    success: "Message sent successfully! We'll get back to you soon.",
    failure: "Failed to send message. Please try again later.",
    fields: [
      { name: "name", label: "Name", type: "text", autocomplete: "name" },
      email,
      { name: "subject", label: "Subject", type: "text" },
      { name: "message", label: "Message", type: "textarea" },
    ],
  },
} as const satisfies Record<string, PublicForm>;
