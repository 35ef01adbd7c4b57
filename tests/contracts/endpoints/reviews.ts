import { randomUUID } from "node:crypto";
import type { CompanyRole } from "#domain/access.ts";
import type { Answer, Person } from "../../support/person.ts";
import { validInputs } from "./inputs.ts";

interface Deps {
  readonly ids: Record<string, string>;
  readonly ask: (person: Person, name: string) => Promise<Answer>;
  readonly owner: Person;
  readonly roles: ReadonlyMap<CompanyRole, Person>;
  readonly company: string;
  readonly admin: (text: string, values: readonly unknown[]) => Promise<unknown>;
  readonly makeSystem: () => Promise<void>;
}

/** What must be there before somebody uses an endpoint of access reviews. */
export function prepareReviews({ ids, ask, owner, roles, company, admin, makeSystem }: Deps) {
  const system = async () => {
    await makeSystem();
    const reviewerId = roles.get("member")!.id;
    validInputs["reviews.open"] = {
      ...validInputs["reviews.open"],
      systems: [{ systemId: ids["systemId"], reviewerId }],
    };
  };
  const review = async () => {
    await system();
    const { body } = await ask(owner, "reviews.open");
    ids["reviewId"] = body.id;
    ids["populationId"] = body.populations[0].id;
  };
  /** An account of somebody, as if it had been read. */
  const row = async (person: Person = owner) => {
    await review();
    const rowId = randomUUID();
    await admin(
      `INSERT INTO app.review_rows (company_id, id, population_id, number, account_id, label, reviewer_id)
        VALUES ($1, $2, $3, 1, 'swept', 'swept', $4)`,
      [company, rowId, ids["populationId"], person.id],
    );
    // Of an account of nobody no other decision is taken.
    validInputs["reviews.decide"] = { decisions: [{ rowId, decision: "remove", reason: "Nobody knows it" }] };
  };
  const frozen = async () => {
    await review();
    await admin(
      `UPDATE app.review_populations SET evidence_id = $3, seen_at = now(), frozen_at = now(), frozen_index = 0, accounts = 0, sha256 = 'x'
        WHERE company_id = $1 AND id = $2`,
      [company, ids["populationId"], ids["evidenceId"]],
    );
  };
  /** A list of accounts that is on file. */
  const list = async () => {
    await makeSystem();
    const query = new URLSearchParams({ name: "List", fileName: "list.csv", type: "Report", controls: "XC-10" });
    const { exhibit } = (await owner.upload(`/companies/${company}/evidence?${query}`, "Account,Kind\nswept,Service\n"))
      .body;
    validInputs["reviews.addList"] = { ...validInputs["reviews.addList"], exhibit };
  };
  return {
    "reviews.previewList": makeSystem,
    "reviews.addList": list,
    "reviews.open": system,
    "reviews.get": review,
    "reviews.accounts": () => row(),
    "reviews.find": () => row(),
    "reviews.added": review,
    "reviews.csv": review,
    "reviews.remind": review,
    "reviews.freeze": frozen,
    "reviews.decide": async (person: Person) => {
      const path = `/companies/${company}/registers/people/records`;
      const { email } = person;
      const found = await owner.get(`${path}?search=${encodeURIComponent(email)}`);
      const fields = { name: "Swept", kind: "employee", startsAt: "2026-01-01", email };
      if (found.body.total === 0) await owner.post(path, { fields });
      await row(person);
    },
    "reviews.close": frozen,
    "reviews.cancel": review,
  };
}
