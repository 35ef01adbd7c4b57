import type { PartSaid } from "#domain/judge/contract.ts";
import { registersOn } from "#domain/registers/snapshot.ts";
import { listSource } from "#domain/reviews/account-list.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import { disclosureContact } from "./disclosure-contact.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { isContactTest } from "./contact-tests.ts";
import { saidOnce } from "./judging-order.ts";
import { lasting } from "./lasting.ts";
import { readScope } from "./program-scope.ts";

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

interface Judging {
  /** What is said with all records, and with those alone whose exhibits can show what they say. */
  readonly shown: (judge: (own: RegisterInputs) => RegisterVerdict) => RegisterVerdict;
  readonly withEnded: (verdict: RegisterVerdict, asks: readonly string[]) => RegisterVerdict;
  readonly register: RegisterInputs["register"];
  readonly scope: unknown;
  readonly now: Date;
}

/** What is said of systems in scope, judged check by check when it is asked for. */
export function saidOfScope({ shown, withEnded, register, scope, now }: Judging) {
  const inScope = readScope(scope)?.systems ?? [];
  return Object.entries(scopeChecks).map(([check, { aspect, kind, asks, isAsked, judge }]) =>
    saidOnce({ reads: asks }, (): readonly PartSaid[] => {
      if (!isAsked(register)) return [];
      return inScope.flatMap(({ systemId, name, kinds }): readonly PartSaid[] => {
        if (!kinds.includes(kind)) return [];
        const verdict = shown((own) => judge(own, systemId));
        const source = registersOn(listSource({ id: systemId, name }));
        return [{ check, aspect, source, ...lasting(check, withEnded(verdict, asks), now, false) }];
      });
    }),
  );
}
