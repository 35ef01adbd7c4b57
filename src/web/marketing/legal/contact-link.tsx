import { Link } from "react-router";

/** The way to the people behind these texts, with the subject filled in. */
export function ContactLink({ subject, children }: { subject: string; children: string }) {
  return (
    <Link className="link" to={{ pathname: "/contact", search: new URLSearchParams({ subject }).toString() }}>
      {children}
    </Link>
  );
}
