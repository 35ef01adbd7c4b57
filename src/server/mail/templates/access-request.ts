import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface AccessRequestFacts {
  readonly kind: "access" | "waitlist";
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: string;
  readonly role: string;
}

/** Tells the operator who asks; the answer goes to whoever asked. */
export function accessRequestReceived(to: string, appUrl: string, request: AccessRequestFacts): Mail {
  const waitlist = request.kind === "waitlist";
  return writeMail({
    to,
    appUrl,
    replyTo: request.email,
    subject: `${waitlist ? "Waitlist" : "Access request"}: ${request.firstName} ${request.lastName}, ${request.company}`,
    greeting: "Hello,",
    before: waitlist ? "Someone joined the waitlist." : "Someone requested early access.",
    quoted: {
      lines: [
        ["Name", `${request.firstName} ${request.lastName}`],
        ["Email", request.email],
        ["Company", request.company],
        ["Role", request.role],
      ],
    },
    after: "Your reply goes to the address above. It is not confirmed yet.",
    because: "You receive this email because access requests are sent to this address.",
  });
}

/**
 * Tells whoever asked that we heard. Nothing that was typed stands in it: the address may be somebody else's, and
 * nobody shall be able to have us send a stranger their words.
 */
export function accessRequestConfirmed(
  appUrl: string,
  { kind, email }: { kind: "access" | "waitlist"; email: string },
): Mail {
  const waitlist = kind === "waitlist";
  return writeMail({
    to: email,
    appUrl,
    subject: waitlist ? "You are on the waitlist" : "We have your request",
    greeting: "Hello,",
    before: waitlist
      ? "You are on the waitlist for Exhibit. We will write to this address when a place is open."
      : "We have your request for early access to Exhibit. A person reads it, and we will be in touch at this address.",
    after: "If you did not ask for this, you can ignore this message.",
    because: "You receive this email because someone entered this address in an access request.",
  });
}
