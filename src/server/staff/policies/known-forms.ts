import type { RowOf } from "../../db/functions.ts";
import type { Form } from "./acknowledge-forms.ts";

/** What an act says of a version that is acknowledged, and of the address by which somebody came. */
interface FormFacts {
  readonly policyId: string;
  readonly title: string;
  readonly number: number;
  readonly vouched: string | null;
}

/** As many versions, and as many people, are remembered. */
const MOST = 5_000;

export type KnownForms = ReturnType<typeof knownForms>;

/**
 * What is known of forms from those before them: of a version by anybody's form, of an address by the person's last. The database compares it with
 * what stands there when a form is kept, so that nothing is kept by what is remembered alone.
 */
export function knownForms() {
  const versions = new Map<string, Omit<FormFacts, "vouched">>();
  const people = new Map<string, string | null>();
  const versionOf = ({ staff, versionId }: Form) => `${staff.companyId} ${versionId}`;
  const personOf = ({ staff }: Form) => `${staff.companyId} ${staff.personId}`;
  const keep = <T>(kept: Map<string, T>, name: string, value: T) => {
    kept.delete(name);
    kept.set(name, value);
    if (kept.size > MOST) kept.delete(kept.keys().next().value!);
  };
  return {
    /** Undefined where the database is to be asked. */
    of(form: Form): FormFacts | undefined {
      const version = versions.get(versionOf(form));
      const vouched = people.get(personOf(form));
      return version && vouched !== undefined ? { ...version, vouched } : undefined;
    },
    keep(form: Form, row: RowOf<"app.staff_forms">): void {
      const { outcome, policy_id: policyId, title, number, vouched } = row;
      if ((outcome !== "open" && outcome !== "before") || !policyId || !title || !number) return;
      keep(versions, versionOf(form), { policyId, title, number });
      keep(people, personOf(form), vouched);
    },
    forget(form: Form): void {
      versions.delete(versionOf(form));
      people.delete(personOf(form));
    },
  };
}
