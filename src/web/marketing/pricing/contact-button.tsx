import type { ReactNode, SubmitEvent } from "react";
import { useNavigate } from "react-router";

interface ContactButtonProps {
  /** What the message will be about. */
  subject: string;
  size?: "large";
  children: ReactNode;
}

/** A button that leads to the contact form with its subject filled in; without scripts, as the form that it is. */
export function ContactButton({ subject, size, children }: ContactButtonProps) {
  const navigate = useNavigate();
  function lead(event: SubmitEvent) {
    event.preventDefault();
    void navigate({ pathname: "/contact", search: new URLSearchParams({ subject }).toString() });
  }
  return (
    <form className="contact-button" action="/contact" onSubmit={lead}>
      <input type="hidden" name="subject" value={subject} />
      <button className="button" data-kind="secondary" data-size={size}>
        <span className="button-texts">{children}</span>
      </button>
    </form>
  );
}
