import type { ReactNode } from "react";
import { Button } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";

interface ShownOnceProps {
  title: string;
  /** What it is, for a screen reader and for the button that copies it. */
  what: string;
  secret: string;
  children: ReactNode;
  onClose: () => void;
}

/** A secret that is answered once: the dialog closes only by saying that it is stored. */
export function ShownOnce({ title, what, secret, children, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} width="wide">
      <DialogBody>
        <p className="quiet">You can only see this once. Store it in your program's secret storage.</p>
        <CodeLine what={what} text={secret} />
        {children}
      </DialogBody>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          I've stored it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** A line of code with a button that copies it. */
export function CodeLine({ what, text }: { what: string; text: string }) {
  return (
    <div className="shown-value">
      <code className="mono narrows grows breaks" aria-label={what}>
        {text}
      </code>
      <CopyButton text={text} name={`Copy ${what.toLowerCase()}`} />
    </div>
  );
}
