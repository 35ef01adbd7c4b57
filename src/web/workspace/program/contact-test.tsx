import { Button } from "#web/design/button.tsx";
import { lazily } from "#web/lazily.tsx";
import type { Register } from "./registers.ts";

const ContactTestDialog = lazily(() => import("./contact-test-dialog.tsx"));

interface ContactTestProps {
  register: Register;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** The offer to email a link to the published contact for security reports. */
export function ContactTest({ register, isOpen, onOpen, onClose, onAdded }: ContactTestProps) {
  if (!register.may.write) return null;
  return (
    <div className="confirmation-line">
      <div className="narrows">
        <p>Test the contact for security reports</p>
        <p className="compact quiet">We email it a link. Somebody who reads it confirms that it arrived.</p>
      </div>
      <Button size="small" onClick={onOpen}>
        Send a Test
      </Button>
      {isOpen && <ContactTestDialog register={register} onClose={onClose} onAdded={onAdded} />}
    </div>
  );
}
