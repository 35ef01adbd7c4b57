import { CopyButton } from "#web/design/copy-button.tsx";
import { toast } from "#web/design/toast-list.ts";

/** How long the link of an invitation shows (specification, section 9). */
const LINK_MS = 10_000;

/** Shows the link of an invitation, which nobody can show again: the server keeps only its hash. */
export function showInviteLink(message: string, link: string): void {
  toast.success(message, { lasts: LINK_MS, description: <InviteLink link={link} /> });
}

function InviteLink({ link }: { link: string }) {
  return (
    <span className="invite-link">
      <code className="mono">{link}</code>
      <CopyButton text={link} name="Copy" />
    </span>
  );
}
