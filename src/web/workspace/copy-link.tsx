import { Link2 } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";

/** Copies the address that leads here; `to` begins with a slash. */
export function CopyLink({ to }: { to: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.origin + to);
      toast.success("Copied");
    } catch {
      toast.error("Your browser blocked copying. Copy this page's address instead.");
    }
  }
  return (
    <Button kind="quiet" size="small" icon={Link2} iconOnly onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
