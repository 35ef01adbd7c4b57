import { createHash } from "node:crypto";
import type { CompanyRole } from "#domain/access.ts";
import type { Answer, Person } from "../../support/person.ts";
import { validInputs } from "./inputs.ts";

interface Deps {
  readonly ids: Record<string, string>;
  readonly ask: (person: Person, name: string, extra?: Record<string, unknown>) => Promise<Answer>;
  readonly owner: Person;
  readonly roles: ReadonlyMap<CompanyRole, Person>;
  readonly company: string;
}

/** What must be there before somebody uses an endpoint of policies. */
export function preparePolicies({
  ids,
  ask,
  owner,
  roles,
  company,
}: Deps): Record<string, (person: Person) => Promise<void>> {
  const keep = ({ body }: Answer) => {
    ids["policyId"] = body.id;
    ids["versionId"] = (body.open ?? body.inForce).id;
  };
  // By somebody else: nobody approves what they wrote.
  const otherThan = (person: Person) => (person === owner ? roles.get("admin")! : owner);
  // A text of its own each time: whoever wrote the same one before is its author, too.
  let drafts = 0;
  const draft = async (person: Person = owner) => {
    drafts += 1;
    keep(await ask(person, "policies.add", { text: `Swept ${drafts}` }));
  };
  const review = async (person: Person) => {
    await draft(otherThan(person));
    await ask(otherThan(person), "policies.send");
  };
  const inForce = async (person: Person) => {
    await review(person);
    keep(await ask(person === roles.get("viewer") ? roles.get("admin")! : person, "policies.approve"));
  };
  const drafted = () => draft();
  return {
    "policies.get": drafted,
    "policies.version": drafted,
    "policies.file": drafted,
    "policies.statements": drafted,
    "policies.promises": drafted,
    "policies.actions": drafted,
    "policies.addActions": async () => {
      ids["documentId"] = "auth.authentication-standard";
      const path = (register: string) => `/companies/${company}/registers/${register}/records`;
      // What was added before is open no more.
      for (const { id } of (await owner.get(`${path("actions")}?state=open`)).body.records)
        await owner.post(`${path("actions")}/${id}/end`, { reason: "Swept" });
      const fields = { name: "Swept owner", kind: "employee", startsAt: "2026-01-01" };
      const { id: ownerId } = (await owner.post(path("people"), { fields })).body;
      validInputs["policies.addActions"] = {
        edition: "law",
        answers: { mfa: "not yet" },
        fields: { ownerId, dueOn: "2099-12-31" },
      };
    },
    "policies.undoDrafts": async () => {
      await draft();
      validInputs["policies.undoDrafts"] = { versionIds: [ids["versionId"]] };
    },
    "policies.compare": async () => {
      await draft();
      validInputs["policies.compare"] = { before: ids["versionId"] };
    },
    "policies.setOwner": async () => {
      await draft();
      const fields = { name: "Swept owner", kind: "employee", startsAt: "2026-01-01" };
      const { id: ownerId } = (await owner.post(`/companies/${company}/registers/people/records`, { fields })).body;
      validInputs["policies.setOwner"] = { ownerId };
    },
    "policies.save": drafted,
    "policies.discard": drafted,
    "policies.send": drafted,
    "policies.draft": inForce,
    "policies.approve": review,
    "policies.assign": inForce,
    "policies.unassign": async (person) => {
      await inForce(person);
      ids["assignmentId"] = (await ask(owner, "policies.assign")).body.id;
    },
    "policies.acknowledge": async (person) => {
      const { email } = person;
      const path = `/companies/${company}/registers/people/records`;
      const found = await owner.get(`${path}?search=${encodeURIComponent(email)}`);
      const fields = { name: "Swept", kind: "employee", startsAt: "2026-01-01", email };
      if (found.body.total === 0) await otherThan(person).post(path, { fields });
      await inForce(person);
      const sha256 = createHash("sha256").update(`Swept ${drafts}`).digest("hex");
      validInputs["policies.acknowledge"] = { sha256 };
    },
  };
}
