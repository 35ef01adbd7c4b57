import { exceptionFor } from "#connectors/exception-for.ts";
import { termsPolicies } from "#catalog/policies/kinds.ts";
import { courses } from "#catalog/training/courses.ts";
import { findPool } from "#catalog/training/pools.ts";
import type { ManualTest } from "#domain/manual-tests/decide.ts";
import type { FormerKind } from "#domain/registers/former-kind.ts";
import type { FieldValue } from "#domain/registers/register.ts";
import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { digestOfAsked, SCREENING_PAGES } from "#domain/registers/screenings.ts";
import { REGISTERS, SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { PolicyScope, SnapshotRow } from "#domain/registers/snapshot.ts";
import type { PartsAnswer } from "#domain/judge/contract.ts";
import { decisionsDigest, populationDigest } from "#domain/reviews/review.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import { drawIds } from "#domain/training/quiz.ts";
import { textOfQuiz } from "#domain/training/sealed.ts";
import { checkInControl, combineChecks } from "#judge/check-states.ts";
import { judge } from "#judge/judge.ts";
import { judgeRegisters } from "#judge/registers/index.ts";
import { oktaExhibit } from "./read-system.ts";
import type { OktaUser } from "./read-system.ts";
import { changedRow, daysAgo, inDays, JUDGED_AT, policiesInForce, sealedRow } from "./sealed-rows.ts";

// One company that keeps people, policies, training and reviews in Exhibit, as its snapshots are sealed.

export type Lists = Readonly<Record<string, readonly SnapshotRow[]>>;
export interface Company {
  readonly at: Date;
  readonly lists: Lists;
  /** Registers that nobody confirmed. */
  readonly unconfirmed: readonly string[];
  readonly users: readonly OktaUser[];
  readonly services: readonly string[];
  readonly steps: readonly string[];
  /** Of which kind people were before. */
  readonly formerKinds?: readonly FormerKind[];
  /** Members of an organization on GitHub and the steps that were read; absent where nothing hosts code. */
  readonly github?: { readonly members: readonly string[]; readonly steps: readonly string[] };
  /** Screenings that were sealed as those of everybody who is asked; null where somebody has none. */
  readonly cleared: readonly string[] | null;
  readonly test?: ManualTest;
}

const OKTA = "Okta acme";
const asks = [{ systemId: "okta", name: "Okta", sources: [OKTA] }];
const TEXT = "Everybody signs in with MFA.\n";
const TERMS = "We keep what we learn to ourselves.\n";
export const written = policiesInForce(TEXT);
const terms = policiesInForce(
  TERMS,
  Object.values(termsPolicies).map((documentId) => ({ documentId, title: documentId, controlId: "XC-05" })),
);
/** Under ids of their own. */
const ofTerms = (rows: readonly SnapshotRow[], link: string) =>
  rows.map((own) => ({
    ...own,
    id: `t${own.id}`,
    fields: { ...own.fields, ...(link in own.fields && { [link]: `t${own.fields[link] as string}` }) },
  }));
const termsVersions = ofTerms(terms.versions, "policyId");
export const acknowledged = (version: SnapshotRow, person: number, at: string) =>
  sealedRow(`k ${version.id} ${person}`, {
    policyId: version.fields["policyId"]!,
    versionId: version.id,
    personId: `person${person}`,
    sha256: version.fields["sha256"]!,
    leaf: version.fields["leaf"]!,
    vouched: "another",
    at,
  });
const account = (provider: "okta" | "github", id: string) => ({ provider, scope: "acme", id, by: "decision" }) as const;
export const people = [1, 2].map((number) =>
  sealedRow(`person${number}`, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, number, {
    accounts: [account("okta", String(number)), account("github", `dev${number}`)],
  }),
);

/** A course that somebody passed, as the ledger has it. */
export function passed(number: number, person: number, course: string, days: number): SnapshotRow {
  const seed = String(number).padStart(32, "0");
  const answers = drawIds(sha256OfText, seed, findPool(course, 1)!.questions, 8).map((question) => `${question}:0`);
  const quiz = { course, version: 1, seed, answers, score: 8, outOf: 8, at: daysAgo(days) };
  const leaf = sha256OfText(textOfQuiz({ ...quiz, number, person: `person${person}` }));
  return sealedRow(
    `q${number}`,
    { ...quiz, source: "quiz", vouched: "another", passed: true, personId: `person${person}`, leaf },
    number,
  );
}
/** A review that was closed, with what it decided by account; who decided is nobody's owner, or `by`. */
export function review(number: number, closed: number, decisions: Readonly<Record<string, string>>, by = "mia"): Lists {
  const decided = Object.entries(decisions).map(([id, decision]) => ({
    account: id,
    decision,
    by,
    byPersonId: by,
    // Somebody else said whose it is.
    saidBy: "another",
    decidedAt: daysAgo(closed + 1),
    alone: false,
  }));
  const leaf = populationDigest(decided.map((own) => own.account));
  const decidedLeaf = decisionsDigest(decided);
  const times = { seenAt: daysAgo(closed + 2), frozenAt: daysAgo(closed + 2), closedAt: daysAgo(closed) };
  const about = { source: OKTA, review: number, exhibit: "EX-000001", accounts: decided.length };
  return {
    "review-populations": [sealedRow(`r${number}`, { ...about, ...times, leaf, decidedLeaf }, number)],
    "review-rows": decided.map((own, at) =>
      sealedRow(`r${number} ${own.account}`, { ...own, populationId: `r${number}` } as SnapshotRow["fields"], at + 1),
    ),
  };
}
export const joined = (...all: readonly Lists[]): Lists =>
  Object.fromEntries(
    [...new Set(all.flatMap((lists) => Object.keys(lists)))].map((key) => [
      key,
      all.flatMap((lists) => lists[key] ?? []),
    ]),
  );

export const usual: Company = {
  at: JUDGED_AT,
  unconfirmed: [],
  users: ["ann", "bob"].map((name, at) => ({
    id: String(at + 1),
    login: `${name}@acme.test`,
    createdOn: "2026-01-05",
  })),
  services: [],
  steps: ["users", "admins"],
  cleared: null,
  lists: {
    people,
    approvals: [],
    "signed-terms": [],
    policies: [...written.policies, ...ofTerms(terms.policies, "")],
    "policy-versions": [...written.versions, ...termsVersions],
    "policy-approvals": [...written.approvals, ...ofTerms(terms.approvals, "versionId")],
    // The others concern nobody here.
    "policy-assignments": [...written.versions, ...termsVersions].map(({ id }, at) =>
      sealedRow(`s${at + 1}`, {
        versionId: id,
        audience: at === 0 ? "everyone" : "intern",
        assignedAt: daysAgo(40),
        ended: false,
      }),
    ),
    "policy-acknowledgments": [1, 2].flatMap((person) => [
      acknowledged(written.versions[0]!, person, daysAgo(20)),
      ...termsVersions.map((version) => acknowledged(version, person, "2026-01-12T10:00:00.000Z")),
    ]),
    "training-courses": courses.map(({ key, version, title, topics }, at) =>
      sealedRow(key, { course: key, version, title, topics }, at + 1),
    ),
    "training-completions": [1, 2].flatMap((person) => [
      passed(2 * person - 1, person, "security", 100),
      passed(2 * person, person, "secure-coding", 100),
    ]),
    ...review(1, 10, { "1": "keep", "2": "keep", "3": "remove" }),
    "review-sightings": [sealedRow("seen", { rowId: "r1 3", at: daysAgo(9), present: false })],
  },
};

/** The company with other rows in some lists. */
export const having = (lists: Lists, more: Partial<Company> = {}): Company => ({
  ...usual,
  ...more,
  lists: { ...usual.lists, ...lists },
});
export const without = (list: string, isGone: (row: SnapshotRow) => boolean, more: Partial<Company> = {}) =>
  having({ [list]: usual.lists[list]!.filter((row) => !isGone(row)) }, more);
export const eve: OktaUser = { id: "9", login: "eve@acme.test", createdOn: "2026-11-20" };
export const withEve = { users: [...usual.users, eve] };
export const later = (days: number) => ({ at: inDays(days) });
export const ofPerson2 = ({ fields }: SnapshotRow, field = "personId") => fields[field] === "person2";
export const isTerms = ({ fields }: SnapshotRow) => JSON.stringify(fields["policyId"]).startsWith('"t');
export const github = {
  members: ["dev1", "dev2"],
  steps: ["organization", "members", "collaborators", "repositories"],
};
export const hosting = { github };
export const lateSignature = usual.lists["policy-acknowledgments"]!.map((row) =>
  isTerms(row) && ofPerson2(row) ? { ...row, fields: { ...row.fields, at: daysAgo(2) } } : row,
);
export const exception = sealedRow("excepted", {
  approved: true,
  founded: true,
  kind: { sha256: "0".repeat(64) } as never,
});
export const byPerson: ManualTest = {
  aspect: null,
  conclusion: "passes",
  reason: "Sampled 2 of 2 new accounts.",
  testedAt: inDays(-2),
  validUntil: inDays(60),
  withdrawn: false,
  number: 7,
};
export const endedBob = changedRow(people, { endsAt: daysAgo(3) }, 1);

/** The sealed snapshot of a company, with the exhibits of its connectors. */
function sealed(company: Company) {
  const { at, lists, unconfirmed, users, services, steps, cleared } = company;
  const seenAt = new Date(at.getTime() - 3_600_000).toISOString();
  const isConfirmed = (key: string) =>
    ["people", "approvals", "signed-terms", SCREENING_PAGES].includes(key) && !unconfirmed.includes(key);
  // Confirmed as it stands: each record in this version, and none of them changed since.
  const pages = Object.entries(lists).flatMap(([register, own]) => {
    const asConfirmed = own.map((row) => ({ ...row, confirmed: { version: row.version, changed: [] } }));
    return own.length > 0 ? [{ register, rows: isConfirmed(register) ? asConfirmed : own }] : [];
  });
  const lasts = { approvedOn: at.toISOString().slice(0, 10), until: "2099-12-31" };
  const exceptions = services.map((login) => exceptionFor("service-account", login, lasts));
  const okta = { ...oktaExhibit(users, steps), exceptions };
  const collection = (exhibit: string, source: string, provider: string) => ({
    exhibit,
    sha256: "0".repeat(64),
    source,
    provider,
    systemId: provider,
    seenAt,
  });
  const newcomers = users.filter(({ createdOn }) => createdOn! > "2025-11-23");
  const owned = newcomers.flatMap(({ id, createdOn: day }) => {
    const owner = lists["people"]!.find(({ accounts = [] }) => accounts.some((own) => own.id === id));
    return owner ? [{ personId: owner.id, day: day! }] : [];
  });
  const snapshot = {
    format: SNAPSHOT_FORMAT,
    takenAt: at.toISOString(),
    registers: Object.entries(lists).map(([key, rows]) => ({
      key,
      count: rows.length,
      confirmation: isConfirmed(key)
        ? {
            at: seenAt,
            until: new Date(at.getTime() + 50 * 86_400_000).toISOString(),
            count: rows.length,
            digest: digestOfConfirmed(rows),
          }
        : null,
      pages: rows.length > 0 ? ["0".repeat(64)] : [],
    })),
    collections: [
      collection("EX-000001", OKTA, "okta"),
      ...(company.github ? [collection("EX-000002", "GitHub acme", "github")] : []),
    ],
    policies: {
      frameworks: [],
      identityProviders: asks,
      approvers: [{ id: "olga", since: daysAgo(400) }],
      sameAccounts: [],
      sameBefore: [],
      formerKinds: company.formerKinds ?? [],
    },
    training: {
      codeHosting: company.github ? [{ systemId: "github", name: "GitHub", sources: ["GitHub acme"] }] : null,
    },
    terms: { identityProviders: asks },
    ...(SCREENING_PAGES in lists && {
      screenings: { identityProviders: asks, formerStarts: [], asked: digestOfAsked(owned), cleared },
    }),
    programs: [],
    samePeople: [],
    formerlyAsked: [],
    anotherSince: { contributors: null, managers: null },
    failingControls: [],
    failedLast: [],
    failedParts: [],
  };
  return { snapshot, pages, collections: [okta, ...(company.github ? [organization(company.github)] : [])] };
}

/** What an exhibit of GitHub holds of these members, each of whom may write. */
function organization({ members, steps }: NonNullable<Company["github"]>) {
  const AT = "2026-11-23T11:00:00.000Z";
  const item = (kind: string, type: string, id: string, data: Readonly<Record<string, FieldValue>>) => ({
    kind,
    subject: { type, id, label: id },
    data,
    observedAt: AT,
    step: kind === "github.organization" ? "organization" : kind === "github.member" ? "members" : "repositories",
  });
  const complete = { status: "complete", pages: 1, items: 1, startedAt: AT, endedAt: AT, missing: [], detail: "" };
  return {
    ...oktaExhibit([]),
    provider: "github",
    settings: { maxOwners: 3, approvedCollaborators: [], publicRepositories: [], notProduction: [] },
    steps: steps.map((step) => ({ step, ...complete })),
    items: [
      item("github.organization", "organization", "acme", { login: "acme", twoFactorRequired: true }),
      ...members.map((id) => item("github.member", "user", id, { login: id, role: "admin", twoFactor: true })),
      item("github.repository", "repository", "web", { name: "web", private: true, archived: false, fork: false }),
    ],
  };
}

/** What registers and connections alone say of a check of a company; unknown where they say nothing. */
export const outcomeOf = (check: string, company: Company, policies: Partial<PolicyScope> = {}): string =>
  saidOf(check, company, policies)?.outcome ?? "unknown";

/** The same, in words. */
export function saidOf(check: string, company: Company, policies: Partial<PolicyScope> = {}) {
  const given = sealed(company);
  const input = { ...given, snapshot: { ...given.snapshot, policies: { ...given.snapshot.policies, ...policies } } };
  const { parts } = judgeRegisters({ kind: "registers", instant: company.at.toISOString(), input });
  return parts.find((part) => part.check === check);
}

/** It has no system of another kind. */
const noOther = systemKindKeys.map((kind, at) => ({
  about: { kind },
  declared: true,
  reason: "We have none.",
  until: "2027-11-22",
  decidedBy: "olga",
  decidedAt: inDays(-1),
  ledgerIndex: at,
}));

/** How a check of a company stands, and by whom: its registers and connections, or a person. */
export function stands(check: string, company: Company) {
  const input = sealed(company);
  const question = { kind: "registers", instant: company.at.toISOString(), input };
  const answer = JSON.parse(judge(JSON.stringify(question))) as PartsAnswer | { readonly reason: string };
  if (!("parts" in answer)) throw new Error(answer.reason);
  const results = answer.parts.map((part) => ({
    checkId: part.check,
    aspect: part.aspect ?? null,
    source: part.source ?? REGISTERS,
    outcome: part.outcome,
    reason: part.reason,
    observedAt: company.at,
    validUntil: new Date(company.at.getTime() + part.validForDays * 86_400_000),
    number: 1,
    evidenceId: "snapshot",
  }));
  const system = (id: "okta" | "github", kind: "idp" | "code", source: string) =>
    ({ id, name: id, kinds: [kind], provider: id, sources: [source] }) as const;
  const systems = [system("okta", "idp", OKTA), ...(company.github ? [system("github", "code", "GitHub acme")] : [])];
  const tests = new Map(company.test ? [[check, [company.test]]] : []);
  const found = combineChecks(results, { systems, decisions: noOther }, company.at, tests);
  const { outcome, reason, basis } = checkInControl(found.find(({ checkId }) => checkId === check)!);
  // A file that somebody uploaded would be cited by a record.
  const cited = JSON.stringify(input.pages).match(/EX-\d+/g) ?? [];
  const uploads = cited.filter((exhibit) => !input.snapshot.collections.some((read) => read.exhibit === exhibit));
  return { outcome, reason, basis, uploads: uploads.length };
}
