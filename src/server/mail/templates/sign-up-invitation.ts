import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

/** Leads whom a platform admin invited to the form that signs them up. */
export function signUpInvitation({ to, appUrl, token }: { to: string; appUrl: string; token: string }): Mail {
  return writeMail({
    to,
    appUrl,
    subject: "You are invited to Exhibit",
    greeting: "Hello,",
    before:
      "You are invited to open an account on Exhibit, where a company's security evidence is collected, sealed and kept.",
    action: { label: "Create your account", link: `${appUrl}/login#access_token=${token}&type=invite` },
    after:
      "Sign up with this address. The link works for seven days. If you did not expect this invitation, you can ignore this message.",
    because: "You receive this email because the people who run this Exhibit invited this address.",
  });
}
