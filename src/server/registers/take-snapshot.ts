import { createHash } from "node:crypto";
import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { SameAccounts } from "#domain/registers/same-before.ts";
import { samePeople, whoIs } from "#domain/registers/same-people.ts";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { ACKNOWLEDGMENT_PAGES, allAcknowledged } from "#judge/registers/acknowledged.ts";
import type { Acknowledged } from "#judge/registers/acknowledged.ts";
import { systemsOf } from "#judge/registers/judged-systems.ts";
import type { ConfirmedTold } from "#judge/registers/told-confirmed.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import { readAskedSystems } from "./asked-systems.ts";
import { readFailedLast } from "./failed-last.ts";
import { readCited } from "./cited-exhibits.ts";
import { readDrawn } from "./read-drawn.ts";
import { sealAcknowledgments } from "./acknowledgment-pages.ts";
import { sealApplicability } from "./applicability-pages.ts";
import { confirmedAs, readChangedSince } from "./confirmed-records.ts";
import { confirmationOf, readConfirmations } from "./latest-confirmations.ts";
import { readActs } from "./record-acts.ts";
import { matchAccounts, readDecisions } from "./match-accounts.ts";
import { accountsByPerson, keyOf, knownPeople, readMatchedPeople, recordsOf } from "./matched-people.ts";
import type { AccountMatch } from "./match-accounts.ts";
import { vouchByDirectory } from "./vouch-by-directory.ts";
import type { ReadExhibit } from "./read-collections.ts";
import { readFormerlyAsked } from "./read-formerly-asked.ts";
import { keepFirstDays } from "./keep-first-days.ts";
import { packedList } from "./keep-pages.ts";
import type { PackedPage, SealedPage } from "./keep-pages.ts";
import { sealPolicies } from "./policy-pages.ts";
import { readAnotherSince, readProgramScope } from "./program-scope.ts";
import { sealReviews } from "./review-pages.ts";
import { sealScreenings } from "./screening-pages.ts";
import { sealRegisters } from "./register-pages.ts";
import { sealSystemNames } from "./system-pages.ts";
import { readHolderSays } from "./holder-says.ts";
import { readSaidDays } from "./said-days.ts";
import { isAnother, rowOf } from "./snapshot-row.ts";
import type { ReadBeside } from "./snapshot-row.ts";
import { sealTraining } from "./training-pages.ts";

export interface Snapshot {
  readonly manifest: SnapshotManifest;
  /** All but those of acknowledgments, which are kept already. */
  readonly pages: readonly SealedPage[];
  /** SHA-256 of all pages, in order. */
  readonly hashes: readonly string[];
  /** What the pages of acknowledgments say. */
  readonly acknowledged: Acknowledged;
  /** By a register what became of the records that were confirmed. */
  readonly confirmed: ReadonlyMap<string, ConfirmedTold>;
  /** SHA-256 over all that it says but its time, and which exhibits it was read with: what those change shows in what is judged. */
  readonly digest: Buffer;
  /** When people leave or left. */
  readonly ends: readonly Date[];
  /** By a source the exhibits that its closed reviews were read from, by their ids. */
  readonly reviewed: ReadonlyMap<string, readonly string[]>;
}

/** A snapshot, and whose the accounts are that it was read with: of a large company those are held no longer than they are written down. */
interface Taken {
  readonly snapshot: Snapshot;
  readonly matches: readonly AccountMatch[];
  /** Accounts in Exhibit that are one person's, and that were. */
  readonly doubled: SameAccounts;
}

/** Registers whose checks ask which systems and controls are in scope. */
const ASK_SCOPE = ["tests", "risks", "devices"];

/** What a snapshot is taken with. */
interface Asked {
  readonly now: Date;
  readonly read: readonly ReadExhibit[];
  readonly judge: string | undefined;
  /** Told of each page of records that was made now. */
  readonly write?: ((page: PackedPage) => void) | undefined;
  /** Of fewer records all pages are made anew; tests have few. */
  readonly madeFrom?: number | undefined;
}

/** The registers of a company as they are now, with whose the accounts in these exhibits are, read as the company itself. */
export async function takeSnapshot(
  tx: Tx,
  companyId: string,
  { now, read, judge, write, madeFrom }: Asked,
): Promise<Taken> {
  await seeWithdrawn(tx);
  const confirmed = await readConfirmations(tx, companyId);
  const { rows: standings } = await sql<{ id: string; status: string }>`SELECT s.control_id AS id, s.status
    FROM app.control_standings s WHERE s.company_id = ${companyId} ORDER BY s.control_id`.execute(tx);
  const controlsThat = (status: string) => standings.flatMap((own) => (own.status === status ? [own.id] : []));
  const cited = await readCited(tx, companyId);
  const accounts = new Set(await callFunction(tx, "app.own_accounts", []));
  const people = await readMatchedPeople(tx, companyId);
  const matches = matchAccounts(
    read.flatMap(({ accounts = [] }) => accounts),
    people,
    await readDecisions(tx, companyId),
    now,
  );
  await vouchByDirectory(tx, people, matches, now);
  const owned = accountsByPerson(matches);
  const known = knownPeople(people, matches);
  const same = samePeople(known);
  const { isSamePerson, doubled, confirmed: confirmedPeople, ...acts } = await readActs(tx, companyId, same, now);
  const former = recordsOf(doubled.before, people);
  const saidDays = await readSaidDays(tx, companyId);
  const holderSays = await readHolderSays(tx, companyId);
  const since = new Map((await readChangedSince(tx, companyId)).map((row) => [row.id, row]));
  const who = { accounts, isSamePerson, ...acts };
  const lasts = new Map(confirmed.map((last) => [last.register, last]));
  const lastOf = (key: string) => lasts.get(key);
  const {
    pagesOf,
    openOf,
    held,
    screened,
    people: inPeople,
    ...found
  } = await sealRegisters(tx, companyId, {
    write,
    judge,
    rowOf: (register, row) => {
      const last = lastOf(register.key);
      const was = last && confirmedAs(row, last, since.get(row.id));
      // Set one by one: of each of hundreds of thousands of records a spread would be copied.
      const beside: ReadBeside = cited.citedOf(register, row.fields);
      if (register.key === "people") Object.assign(beside, { accounts: owned.get(row.id) ?? NONE, ...saidDays(row) });
      if (register.key === "devices") beside.holderSays = holderSays(row.id);
      if (was) beside.confirmed = was;
      return rowOf(register, row, who, beside);
    },
    isConfirmed: (key) => lastOf(key) !== undefined,
    saidOf: (register) => [
      acts.saidOf(register),
      cited.saidOf(register.key),
      lastOf(register.key),
      [...since.values()].filter((row) => row.register === register.key),
    ],
    unsaid: cited.unlinked,
    madeFrom,
  });
  await keepFirstDays(tx, companyId, inPeople, whoIs([...same, ...former]), (id) => found.addedAt.get(id)!);
  const sealed = [...pagesOf].map(([key, pages]) => ({ key, pages, last: lastOf(key) }));
  const policies = await sealPolicies(tx, companyId, now, doubled);
  const acknowledgments = policies && (await sealAcknowledgments(tx, companyId, judge));
  const training = await sealTraining(tx, companyId, now);
  const reviews = await sealReviews(tx, companyId, { accounts, isSamePerson }, now);
  const programs = matches.flatMap(({ account, match }) =>
    match.kind === "program" ? [{ ...keyOf(account), until: match.until.toISOString() }] : [],
  );
  const listing = read.filter(({ accounts: own }) => own !== undefined);
  const collections = listing.map(({ named }) => named);
  const ofPeople = [{ register: "people", rows: inPeople }];
  const [sealedAt, toldAt] = [(at: number) => listing[at]!.open().sealed, (at: number) => listing[at]!.told];
  const systems = systemsOf({ collections, programs }, ofPeople, sealedAt, now, toldAt);
  const screeningsConfirmed = confirmationOf(lastOf("screenings"));
  const screenings =
    screened.length > 0 || screeningsConfirmed
      ? await sealScreenings(
          tx,
          companyId,
          screened.map((row) => ({
            ...row,
            approved_alone: row.approved_alone || !isAnother(row, isSamePerson),
            withdrawn: cited.citedOf(screeningRegister, row.fields).withdrawn.length > 0,
          })),
          systems,
          inPeople,
          { people: known, groups: [...same, ...former], confirmed: confirmedPeople, isSamePerson },
          now,
        )
      : undefined;
  const isUsed = (key: string) => held.has(key) || confirmed.some(({ register }) => register === key);
  const scope = ASK_SCOPE.some(isUsed) ? await readProgramScope(tx, companyId, now) : undefined;
  const terms = (policies?.hasTerms || isUsed("signed-terms")) && {
    identityProviders: await readAskedSystems(tx, companyId, "idp", now),
  };
  const drawn = isUsed("data") ? await readDrawn(tx, companyId, now) : undefined;
  const lists = [
    ...(policies?.registers ?? []),
    ...(training?.lists ?? []),
    ...reviews.registers,
    ...(screenings ? [screenings.list] : []),
    ...(isUsed("risks") ? await sealApplicability(tx, companyId) : []),
    ...(await sealSystemNames(tx, companyId, found.systems)),
  ].map(packedList);
  const ofRegisters = sealed.map(({ key, pages, last }) => ({
    key,
    count: openOf.get(key) ?? 0,
    confirmation: last ? { ...confirmationOf(last)!, digest: last.digest } : null,
    pages: pages.map(({ sha256 }) => sha256),
  }));
  const ofLists = lists.map(({ key, count, pages }) => ({
    key,
    count,
    confirmation: key === SCREENING_PAGES ? screeningsConfirmed : null,
    pages: pages.map(({ sha256 }) => sha256),
  }));
  if (acknowledgments)
    ofLists.splice(policies.registers.length, 0, {
      key: ACKNOWLEDGMENT_PAGES,
      count: acknowledgments.count,
      confirmation: null,
      pages: [...acknowledgments.pages],
    });
  const said = {
    format: SNAPSHOT_FORMAT,
    registers: [...ofRegisters, ...ofLists],
    ...(policies && { policies: policies.scope }),
    ...(training && { training: training.scope }),
    ...(screenings && { screenings: screenings.scope }),
    ...(scope && { scope }),
    ...(terms && { terms }),
    ...(drawn && { drawn }),
    formerlyAsked: await readFormerlyAsked(tx, companyId, isUsed, { isSamePerson, ...acts }),
    samePeople: same,
    ...(former.length > 0 && { formerlySame: former }),
    anotherSince: await readAnotherSince(tx),
    programs,
    failingControls: controlsThat("failing"),
    ...(isUsed("risks") && { passingControls: controlsThat("passing") }),
  } as const;
  const snapshot: Snapshot = {
    manifest: { ...said, collections, ...(await readFailedLast(tx, companyId)), takenAt: now.toISOString() },
    pages: [...sealed, ...lists].flatMap(({ pages }) => pages),
    hashes: said.registers.flatMap(({ pages }) => pages),
    acknowledged: acknowledgments?.acknowledged ?? allAcknowledged([]),
    confirmed: found.confirmed,
    digest: createHash("sha256")
      .update(canonicalJson(said as unknown as CanonicalValue))
      .digest(),
    ends: people.flatMap(({ endsAt }) => endsAt ?? []),
    reviewed: reviews.exhibits,
  };
  return { snapshot, matches, doubled };
}

const NONE: readonly [] = [];
const screeningRegister = registers.find(({ key }) => key === "screenings")!;
