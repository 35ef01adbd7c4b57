import { Lock } from "lucide-react";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";

/** Withheld words: a bar for the eye, one word for the ear, and nothing underneath. */
function Withheld({ size }: { size: "short" | "regular" | "long" }) {
  return (
    <span className="withheld" data-size={size}>
      <VisuallyHidden>withheld</VisuallyHidden>
    </span>
  );
}

/** A sample of how a privileged item looks to someone who is not on its access list. */
export function PrivilegeArt() {
  return (
    <div className="privilege">
      <span className="privileged">
        <Lock size={9} strokeWidth={3} aria-hidden="true" />
        Privileged
      </span>
      <p>
        Advice given on <Withheld size="regular" /> to <Withheld size="regular" /> concerning <Withheld size="long" />{" "}
        that arise under <Withheld size="short" /> of the agreement.
      </p>
    </div>
  );
}
