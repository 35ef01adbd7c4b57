import { createHash } from "node:crypto";
import { requiredPolicies } from "#catalog/policies/kinds.ts";
import { requiredTopics } from "#catalog/training/course.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Company } from "../kept-company.ts";

// What the program says of the checks of policies, training, accounts and access reviews, in the slowest way: whole lists are gone through for
// each question, and nothing is shared with the judge. Whether rows are those of the ledger is not asked: the judge alone refuses more.

const DAY = 86_400_000;
const of = (row: SnapshotRow | undefined, field: string): unknown => row?.fields[field];
const at = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NaN);
const startOf = (day: unknown): number => (typeof day === "string" ? Date.parse(`${day}T00:00:00Z`) : Number.NaN);
const texts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const rows = ({ lists }: Company, list: string) => lists[list] ?? [];
const confirmed = (company: Company, ...registers: readonly string[]) =>
  registers.every((register) => !company.unconfirmed.includes(register));
/** Within so many days before now, to the end of the last of them. */
const lately = ({ at: now }: Company, instant: unknown, days: number): boolean =>
  at(instant) <= now.getTime() && now.getTime() - at(instant) <= (days + 1) * DAY;

/** The earliest day on which they started, by what was ever said. */
const began = (person: SnapshotRow | undefined) =>
  Math.min(at(of(person, "startsAt")), person?.firstStart === undefined ? Infinity : at(person.firstStart));
/** "Active: started, not ended." */
const works = ({ at: now }: Company, person: SnapshotRow | undefined, grace = 0): boolean =>
  person?.state === "open" &&
  began(person) <= now.getTime() &&
  (of(person, "endsAt") === undefined || at(of(person, "endsAt")) + grace > now.getTime());
const active = (company: Company) => rows(company, "people").filter((person) => works(company, person));
const inForce = (company: Company) => rows(company, "policy-versions").filter((row) => of(row, "state") === "in force");
/** An earlier text of the policy was assigned over 30 days ago, and the person has acknowledged none of its texts since. */
const leftOpen = (company: Company, version: SnapshotRow, person: SnapshotRow) => {
  const of1 = (row: SnapshotRow) => of(row, "policyId") === of(version, "policyId");
  const given = rows(company, "policy-acknowledgments").filter(
    (row) => of1(row) && of(row, "personId") === person.id && of(row, "vouched") !== undefined,
  );
  const since = Math.max(began(person), ...given.map((row) => at(of(row, "at")) + DAY));
  return rows(company, "policy-versions")
    .filter((row) => of1(row) && of(row, "state") === "replaced")
    .flatMap(({ id }) => rows(company, "policy-assignments").filter((row) => of(row, "versionId") === id))
    .filter(
      (row) =>
        of(row, "ended") !== true &&
        ["everyone", person.id].includes(
          String(of(row, "audience") === "person" ? of(row, "personId") : of(row, "audience")),
        ),
    )
    .some((row) => at(of(row, "assignedAt")) > since && company.at.getTime() - at(of(row, "assignedAt")) > 31 * DAY);
};
/** Of which kind somebody was at a moment. */
const kindAt = (company: Company, person: SnapshotRow, moment: number) =>
  (company.formerKinds ?? [])
    .filter((own) => own.personId === person.id && moment < at(own.until))
    .toSorted((a, b) => at(a.until) - at(b.until))[0]?.kind ?? of(person, "kind");
/** Day by day since they began: they were asked for a policy on over 31 days in a row, and have acknowledged no text of it since. */
const wasLate = (company: Company, version: SnapshotRow, person: SnapshotRow): boolean => {
  const own = rows(company, "policy-versions").filter((row) => of(row, "policyId") === of(version, "policyId"));
  const given = rows(company, "policy-acknowledgments").filter(
    (row) =>
      of(row, "policyId") === of(version, "policyId") &&
      of(row, "personId") === person.id &&
      of(row, "vouched") !== undefined,
  );
  const last = Math.max(-Infinity, ...given.map((row) => at(of(row, "at")) + DAY));
  const isAskedAt = (moment: number) =>
    own.some(({ id, fields }) =>
      rows(company, "policy-assignments").some(
        (row) =>
          of(row, "versionId") === id &&
          at(of(row, "assignedAt")) > last &&
          at(of(row, "assignedAt")) <= moment &&
          (of(row, "ended") !== true || moment < at(of(row, "endedAt"))) &&
          (fields["state"] !== "replaced" || moment < at(fields["replacedAt"])) &&
          ["everyone", person.id, kindAt(company, person, moment)].includes(
            of(row, "audience") === "person" ? of(row, "personId") : of(row, "audience"),
          ),
      ),
    );
  let inARow = 0;
  for (let moment = began(person); moment < company.at.getTime(); moment += DAY) {
    inARow = isAskedAt(moment) ? inARow + 1 : 0;
    if (inARow > 32) return true;
  }
  return false;
};
/** They acknowledged this very text, whenever that was. */
const hasAcknowledged = (company: Company, version: SnapshotRow, person: SnapshotRow): boolean =>
  rows(company, "policy-acknowledgments").some(
    (row) =>
      of(row, "personId") === person.id &&
      of(row, "vouched") !== undefined &&
      of(row, "policyId") === of(version, "policyId") &&
      of(row, "sha256") === of(version, "sha256"),
  );
/** Another person approved that they need not acknowledge the policy. */
const isReleased = (company: Company, version: SnapshotRow, person: SnapshotRow): boolean => {
  const policy = rows(company, "policies").find(({ id }) => id === of(version, "policyId"));
  const title = String(of(policy, "title"));
  return (
    approvedFor(company, ["exception"], [title]) &&
    rows(company, "approvals").some(
      (row) => of(row, "subject") === title && texts(of(row, "peopleIds")).includes(person.id),
    )
  );
};
const ownerOf = (company: Company, provider: string, id: string) =>
  rows(company, "people").find(({ accounts = [] }) =>
    accounts.some((own) => own.provider === provider && own.id === id),
  );
const isOpen = ({ status }: Company["users"][number]) => status === undefined || status === "ACTIVE";
const isService = ({ services }: Company, { login = "" }: Company["users"][number]) => services.includes(login);
const approvedFor = (company: Company, kinds: readonly string[], names: readonly (string | undefined)[]) =>
  rows(company, "approvals").some(
    (row) =>
      row.state === "open" &&
      row.approval?.another === true &&
      startOf(of(row, "expiresOn")) + DAY > company.at.getTime() &&
      kinds.includes(String(of(row, "kind"))) &&
      names.some((name) => name?.toLowerCase() === String(of(row, "subject")).toLowerCase()),
  );
const passedCourse = (company: Company, person: SnapshotRow | undefined, course: string): boolean =>
  rows(company, "training-completions").some(
    (row) =>
      person !== undefined &&
      of(row, "personId") === person.id &&
      of(row, "course") === course &&
      of(row, "passed") === true &&
      of(row, "vouched") !== undefined &&
      lately(company, of(row, "at"), 365),
  );

/** One that does not say when it was closed is the oldest. */
const closedAt = ({ population }: { readonly population: SnapshotRow }) => at(of(population, "closedAt")) || 0;
/** Closed reviews with their decisions, the newest first. */
const reviews = (company: Company) =>
  rows(company, "review-populations")
    .filter((row) => of(row, "source") === "Okta acme")
    .map((population) => ({
      population,
      decided: rows(company, "review-rows").filter((row) => of(row, "populationId") === population.id),
    }))
    .toSorted((a, b) => closedAt(b) - closedAt(a));
/** As many decisions as there were accounts, each for one, by nobody on their own account. */
const isWhole = (company: Company, { population, decided }: ReturnType<typeof reviews>[number]): boolean =>
  of(population, "accounts") === decided.length &&
  new Set(decided.map((row) => of(row, "account"))).size === decided.length &&
  decided.every(
    (row) =>
      ["keep", "change", "remove"].includes(String(of(row, "decision"))) &&
      (of(row, "alone") === true ||
        (of(row, "byPersonId") !== undefined &&
          of(row, "byPersonId") !== of(row, "personId") &&
          of(row, "byPersonId") !== ownerOf(company, "okta", String(of(row, "account")))?.id)),
  );

/** Whether an account is no person's, shared by approval, or known to be a person's by an address or a word. */
const isKnown = (company: Company, row: SnapshotRow): boolean =>
  ["service", "guest"].includes(String(of(row, "class"))) ||
  of(row, "owned") === true ||
  // Nobody else is in these companies, so that whoever decides may say it.
  of(row, "saidBy") !== undefined ||
  approvedFor(
    company,
    ["shared-account"],
    [company.users.find(({ id }) => id === of(row, "account"))?.login, String(of(row, "account"))],
  );

/** Whether the sentence of a check holds of a company. */
export const companyReference: Readonly<Record<string, (company: Company) => boolean>> = {
  // each policy that is required: in force, quorum approved ≤365, none by its author unless nobody else could
  "policies.approved-within-year": (company) =>
    requiredPolicies([]).every(({ documentId }) => {
      const policies = rows(company, "policies").filter((row) => of(row, "documentId") === documentId);
      return inForce(company).some((version) => {
        const given = rows(company, "policy-approvals").filter(
          (row) => of(row, "versionId") === version.id && of(row, "sha256") === of(version, "sha256"),
        );
        const fresh = given.filter((row) => lately(company, of(row, "at"), 365));
        const byAuthor = given.filter((row) => texts(of(version, "authors")).includes(of(row, "by")));
        return (
          policies.some(({ id }) => of(version, "policyId") === id) &&
          new Set(fresh.map((row) => of(row, "by"))).size >= Math.max(1, Number(of(version, "quorum"))) &&
          byAuthor.every((row) => of(row, "alone") === true)
        );
      });
    }),
  // each active person and account at an identity provider: each assigned version within 30 days of the assignment
  "policies.acknowledged": (company) =>
    confirmed(company, "people") &&
    company.users
      .filter((user) => isOpen(user) && !isService(company, user))
      .every(({ id }) => works(company, ownerOf(company, "okta", id!), DAY)) &&
    inForce(company).every((version) =>
      active(company).every(
        (person) =>
          hasAcknowledged(company, version, person) ||
          !wasLate(company, version, person) ||
          isReleased(company, version, person),
      ),
    ) &&
    inForce(company).every((version) => {
      const audience = rows(company, "policy-assignments").filter(
        (row) => of(row, "versionId") === version.id && of(row, "ended") !== true,
      );
      return (
        audience.length > 0 &&
        audience.every((assignment) =>
          active(company)
            .filter(
              (person) =>
                ["everyone", of(person, "kind")].includes(of(assignment, "audience")) ||
                of(assignment, "personId") === person.id,
            )
            .every(
              (person) =>
                (company.at.getTime() - Math.max(at(of(assignment, "assignedAt")), began(person)) <= 31 * DAY &&
                  !leftOpen(company, version, person)) ||
                hasAcknowledged(company, version, person),
            ),
        )
      );
    }),
  // each version in force within 6 years: its text is there, and its hash is that of its leaf
  "policies.history-kept": (company) =>
    inForce(company).length > 0 &&
    rows(company, "policy-versions")
      .filter((row) => ["in force", "replaced"].includes(String(of(row, "state"))))
      .every((row) => {
        const sha256 = createHash("sha256")
          .update(String(of(row, "text")))
          .digest("hex");
        return typeof of(row, "text") === "string" && of(row, "leaf") === sha256;
      }),
  // each active person passed the general course ≤365, or started less than 30 days ago
  "training.completed": (company) =>
    confirmed(company, "people") &&
    active(company).length > 0 &&
    active(company).every(
      (person) => passedCourse(company, person, "security") || company.at.getTime() - began(person) < 30 * DAY,
    ),
  // who can write to production code: secure coding passed ≤365
  "training.developers": (company) =>
    (company.github?.members ?? []).every((id) =>
      passedCourse(company, ownerOf(company, "github", id), "secure-coding"),
    ),
  // the version in force covers the topics that are asked for
  "training.content": (company) =>
    requiredTopics.every((topic) =>
      rows(company, "training-courses").some(
        (row) => of(row, "course") === "security" && texts(of(row, "topics")).includes(topic),
      ),
    ) &&
    rows(company, "training-completions").some(
      (row) => of(row, "course") === "security" && of(row, "passed") === true && lately(company, of(row, "at"), 365),
    ),
  // the newest review ≤92 days old, with as many decisions as accounts, none on one's own
  "review.done-this-quarter": (company) => {
    const [newest] = reviews(company);
    return (
      newest !== undefined &&
      at(of(newest.population, "closedAt")) <= company.at.getTime() &&
      company.at.getTime() - at(of(newest.population, "closedAt")) < 92 * DAY &&
      isWhole(company, newest) &&
      newest.population.withdrawn.length === 0 &&
      newest.decided.every((row) => of(row, "decision") === "remove" || isKnown(company, row))
    );
  },
  // what was to be removed more than 14 days ago is gone now, and did not come back within 90 days
  "review.removals-done": (company) =>
    reviews(company).length > 0 &&
    reviews(company).every((own, place, all) =>
      own.decided.every((row) => {
        const account = of(row, "account");
        const isOverruled = all
          .slice(0, place)
          .some(({ decided }) => decided.some((later) => of(later, "account") === account));
        if (of(row, "decision") !== "remove" || isOverruled) return true;
        const decidedAt = at(of(row, "decidedAt"));
        const seen = rows(company, "review-sightings")
          .filter((sighting) => of(sighting, "rowId") === row.id)
          .toSorted((a, b) => at(of(a, "at")) - at(of(b, "at")));
        const gone = seen.find((sighting) => of(sighting, "present") === false && at(of(sighting, "at")) > decidedAt);
        const isBack = seen.some(
          (sighting) =>
            gone !== undefined &&
            of(sighting, "present") === true &&
            at(of(sighting, "at")) > at(of(gone, "at")) &&
            at(of(sighting, "at")) - at(of(gone, "at")) < 90 * DAY &&
            sighting.withdrawn.length === 0 &&
            gone.withdrawn.length === 0,
        );
        const isLate = company.at.getTime() - decidedAt > 15 * DAY;
        const wasGone = gone !== undefined && company.at.getTime() - at(of(gone, "at")) > 90 * DAY;
        return !isBack && !(isLate && !wasGone && company.users.some(({ id }) => id === account));
      }),
    ),
  // the newest review decided each service account that is there now
  "review.service-accounts": (company) => {
    const [newest] = reviews(company);
    return (
      newest !== undefined &&
      isWhole(company, newest) &&
      company.users
        .filter((user) => isOpen(user) && isService(company, user))
        .every(({ id }) => newest.decided.some((row) => of(row, "account") === id))
    );
  },
  // each active account of a person is one active person's, or approved as shared
  "accounts.one-person-each": (company) => {
    const asked = company.users.filter(
      (user) =>
        isOpen(user) && !isService(company, user) && !approvedFor(company, ["shared-account"], [user.login, user.id]),
    );
    const owners = asked
      .filter(({ login, id }) => !approvedFor(company, ["administrator", "emergency-account"], [login, id]))
      .map(({ id }) => ownerOf(company, "okta", id!)?.id);
    return (
      confirmed(company, "people", "approvals") &&
      asked.every(({ id }) => works(company, ownerOf(company, "okta", id!), DAY)) &&
      new Set(owners).size === owners.length
    );
  },
};
