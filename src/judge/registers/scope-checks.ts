import type { SystemKind } from "#domain/system-kinds.ts";
import { disclosureContact } from "./disclosure-contact.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { isContactTest } from "./contact-tests.ts";

/** A check that registers answer for each system of a kind in scope, connected or not. */
interface ScopeCheck {
  /** The part of the check that it answers. */
  readonly aspect: string;
  readonly kind: SystemKind;
  /** The registers that it reads. */
  readonly asks: readonly string[];
  readonly isAsked: (register: RegisterInputs["register"]) => boolean;
  readonly judge: (inputs: RegisterInputs, systemId: string) => RegisterVerdict;
}

/** Those checks of the library. */
export const scopeChecks: Readonly<Record<string, ScopeCheck>> = {
  "vulns.disclosure-contact": {
    aspect: "published",
    kind: "site",
    asks: ["tests"],
    // Of those that were withdrawn, too: what one of them passed must not stand.
    isAsked: (register) => register("tests").rows.some(isContactTest),
    judge: disclosureContact,
  },
};
