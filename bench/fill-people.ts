import { randomUUID } from "node:crypto";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { writeDocument } from "#server/connections/exhibit-document.ts";
import type { ExhibitDocument } from "#server/connections/exhibit-document.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { acknowledgeOwn, findOwnPolicy } from "#server/staff/policies/own-policies.ts";
import type { StaffMember } from "#server/staff/staff-sessions.ts";
import type { Person } from "#tests/support/person.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import type { Instance } from "./instance.ts";
import { timed } from "./measure.ts";

/** A company that is filled for measuring, and who fills it. */
export interface Filled {
  readonly instance: Instance;
  readonly person: Person;
  readonly companyId: string;
}

type Answered = Awaited<ReturnType<Person["post"]>>;

const done = ({ status, body }: Pick<Answered, "status" | "body">, what: string): Answered["body"] => {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
};

const textOf = (title: string) =>
  `# ${title}\n\n${Array.from({ length: 40 }, (_, at) => `Rule ${at} of this policy says what everybody does.`).join("\n\n")}\n`;

/** Puts so many policies in force, each assigned to everyone; answers their versions. */
export async function putPoliciesInForce({ person, companyId }: Filled, count: number): Promise<readonly string[]> {
  const at = (path: string) => `/companies/${companyId}${path}`;
  const versions: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const kind = policyKinds[number];
    const title = kind?.title ?? `Policy ${number + 1}`;
    const asked = { title, text: textOf(title), ...(kind && { documentId: kind.documentId }) };
    const { open } = done(await person.post(at("/policies"), asked), "policy");
    const { revision } = open;
    done(await person.post(at(`/policy-versions/${open.id}/review`), { revision, quorum: 1 }), "review");
    done(await person.post(at(`/policy-versions/${open.id}/approvals`), { revision }), "approval");
    done(await person.post(at(`/policy-versions/${open.id}/assignments`), { audience: "everyone" }), "assignment");
    versions.push(open.id);
  }
  return versions;
}

/** Seconds that so many acknowledgments took, so many people at a time, each by the way of their own page. */
export async function acknowledge(
  { instance, companyId }: Filled,
  people: readonly { readonly id: string; readonly number: string }[],
  versions: readonly string[],
  atOnce: number,
): Promise<number> {
  const within = async <T>({ personId }: StaffMember, work: Parameters<typeof asCaller<T>>[2]) =>
    await asCaller(instance.databases.staff, { userId: personId, companyId }, work);
  const waiting = people.values();
  const worker = async () => {
    for (const { id, number } of waiting) {
      const staff: StaffMember = {
        companyId,
        company: "Many People",
        personId: id,
        name: "Somebody",
        number: `PER-${number}`,
        email: "somebody@firm.example",
        formToken: "",
      };
      for (const version of versions) {
        const policy = await within(staff, (tx) => findOwnPolicy(tx, version));
        if (!policy) throw new Error(`policy ${version} is not assigned to PER-${number}`);
        const kept = await acknowledgeOwn(within, staff, policy, policy.sha256, new Date());
        if (kept !== "kept") throw new Error(`acknowledgment: ${kept}`);
      }
    }
  };
  return await timed(async () => void (await Promise.all(Array.from({ length: atOnce }, worker))));
}

/** Connects so many organizations of Okta, with so many accounts each; addresses are those of people in turn. */
export async function connectSystems(
  { instance, person, companyId }: Filled,
  systems: number,
  accounts: number,
): Promise<void> {
  const at = new Date();
  for (let system = 0; system < systems; system += 1) {
    const [label, source] = [`firm-${system}`, `Okta firm-${system}`];
    const { rows } = await instance.admin.query(
      `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
        VALUES ($1, gen_random_uuid(), 'okta', 'token', 'paused', $2, $2, $3, $4, now()) RETURNING id`,
      [companyId, label, source, person.id],
    );
    const users = Array.from({ length: accounts }, (_, n) => ({
      id: `${system}-${n}`,
      login: `person-${(system * accounts + n) % 10_000}@firm.example`,
    }));
    const sealed = { ...oktaExhibit(users), account: { id: label, label }, results: [] };
    const about = new URLSearchParams({
      name: `Read ${randomUUID()}`,
      fileName: "read.json",
      type: "Config",
      controls: "XC-09",
    });
    const path = `/companies/${companyId}/evidence?${about}`;
    const { id } = done(await person.upload(path, writeDocument(sealed as unknown as ExhibitDocument)), "exhibit");
    const steps = sealed.steps.map((step) => ({ ...step, startedAt: at.toISOString() }));
    await instance.admin.query(
      `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, observed_at, steps, evidence_id)
        VALUES ($1, $2, $3, 'asked', 'done', $3, $3, $4, $5)`,
      [companyId, rows[0].id, at, JSON.stringify(steps), id],
    );
  }
}
