import { Copy, Download } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { saveFile } from "#web/download.ts";
import "./recovery-codes.css";

/** The codes, shown once: the dialog closes only by saying that they are stored. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Copied");
    } catch {
      toast.error("Your browser blocked copying. Select the text and copy it.");
    }
  }
  return (
    <Dialog title="Your recovery codes">
      <DialogBody>
        <p className="quiet">
          You can only see these codes once. Store them with your passwords, not on the device you sign in with. Each
          works once.
        </p>
        <ol className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code} className="mono">
              {code}
            </li>
          ))}
        </ol>
        <div className="cluster">
          <Button size="small" icon={Copy} onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            size="small"
            icon={Download}
            onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "exhibit-recovery-codes.txt")}
          >
            Download
          </Button>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          I've stored them
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
