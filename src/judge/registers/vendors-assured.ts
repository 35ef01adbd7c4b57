import { sensitiveData } from "#catalog/registers/data-classes.ts";
import { bindingKinds } from "#catalog/registers/contracts.ts";
import { whichVendor } from "#domain/registers/same-vendor.ts";
import { bundleOf } from "#domain/registers/vendor-bundle.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { filedUntil, latest } from "./filed-within-year.ts";
import { readFormerlyAsked, them, withFormerlyAsked } from "./formerly-asked.ts";
import { dayOf, endOfDay } from "./days.ts";
import {
  fails,
  isFiled,
  isUnknown,
  isUnseen,
  listOf,
  notConfirmed,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { ReadRegister, RegisterInputs, RegisterVerdict } from "./registers.ts";

const KINDS = [...sensitiveData, "business", "public", "none"];
const RATINGS = ["high", "medium", "low"];
/** Agreements that bind a vendor to what it does with data; one of confidentiality alone, or with a client, does not. */
const BINDING: readonly string[] = bindingKinds;
/** Written by somebody else than the vendor. */
const INDEPENDENT = ["soc2", "iso27001", "pci", "other"];

const isThere = ({ state }: SnapshotRow) => state !== "ended";
/** That something is so of each of them; one is no "each". */
const eachOf = (rows: readonly SnapshotRow[]) => (rows.length === 1 ? "" : "each ");
const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `VEN-${number}`));

/** Each vendor of these has a paper that counts; it passes until the first vendor's last one ends. */
function eachHas(
  [vendors, papers]: readonly [ReadRegister, ReadRegister],
  asked: readonly SnapshotRow[],
  untilOf: (paper: SnapshotRow) => Date | undefined,
  words: { readonly fail: string; readonly pass: string },
): RegisterVerdict {
  const ofVendor = Map.groupBy(papers.rows, (row) => textOf(row, "vendorId"));
  const found = asked.map((vendor) => ({ vendor, until: latest((ofVendor.get(vendor.id) ?? []).map(untilOf)) }));
  const left = found.filter(({ until }) => until === undefined).map(({ vendor }) => vendor);
  if (left.length > 0) return fails(`${words.fail}: ${numbers(left)}.`);
  return passes(words.pass, [
    vendors.confirmedUntil,
    papers.confirmedUntil,
    ...found.flatMap(({ until }) => (until && until < FOREVER ? [until] : [])),
  ]);
}

/** Until when a vendor's last paper counts. */
const paperOf =
  ({ rows }: ReadRegister, untilOf: (paper: SnapshotRow) => Date | undefined) =>
  ({ row: { id } }: { readonly row: SnapshotRow }) =>
    latest(rows.map((row) => (textOf(row, "vendorId") === id ? untilOf(row) : undefined)));

// A contract that renews itself ends with nothing of its own.
const FOREVER = new Date("9999-01-01T00:00:00Z");

function whyUnread(vendors: ReadRegister, papers: ReadRegister, label: string, now: Date): string | undefined {
  if (!vendors.rows.some(isThere) && vendors.confirmedUntil !== null) return "No vendor is listed.";
  return notWhole(vendors, "Vendors", now) ?? notConfirmed(papers, label, now);
}

/** Each vendor that is rated high has an assurance of the last 365 days on file, with its exceptions stated and a reviewer named. */
export function vendorsReviewed(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const [vendors, assurances] = [register("vendors"), register("assurances")];
  const why = whyUnread(vendors, assurances, "Assurances", now);
  if (why !== undefined) return isUnknown(why);
  const people = new Set(register("people").rows.map(({ id }) => id));
  const all = vendors.rows.filter(isThere);
  const unrated = all.filter((row) => !RATINGS.includes(textOf(row, "rating") ?? ""));
  if (unrated.length > 0) return isUnknown(`These have no rating: ${numbers(unrated)}.`);
  const unnamed = vendors.rows.filter((row) => textOf(row, "name") === undefined);
  if (unnamed.length > 0) return isUnknown(`These have no name: ${numbers(unnamed)}.`);
  const former = readFormerlyAsked(inputs, "vendors", "high");
  if (typeof former === "string") return isUnknown(former);
  const high = all.filter((row) => textOf(row, "rating") === "high");
  const ofHigh = new Set(high.map(({ id }) => id));
  // A vendor that is ended and added anew is the same, and its keys stay.
  const which = whichVendor(
    vendors.rows.map((row) => ({ id: row.id, name: textOf(row, "name"), site: textOf(row, "site") })),
  );
  const vendorOf = (row: SnapshotRow) => which(textOf(row, "vendorId") ?? "");
  // Nobody takes a vendor's keys out of what is asked by a lower rating or an end that nobody else has let count, either.
  const held = [...all, ...former.map(({ row }) => row)];
  const there = new Set(held.map(({ id }) => which(id)));
  const asked = new Set([...high, ...former.map(({ row }) => row)].map(({ id }) => which(id)));
  // One that was approved pins its key, also where somebody took that back, changed it or ended it, and nobody else has seen that.
  const bundles = assurances.rows.filter(
    (row) => isBundle(row) && ((row.state === "open" && isVerified(row)) || isUnseen(row)) && there.has(vendorOf(row)),
  );
  const keyOf = (row: SnapshotRow) => textOf(row, "issuerKey");
  const isAsked = (row: SnapshotRow) => asked.has(vendorOf(row));
  const keyed = disagreeing(bundles, vendorOf, keyOf, isAsked);
  if (keyed !== undefined)
    return isUnknown(
      `Verified with different keys of one vendor: ${keyed}. Ask the vendor which one is theirs, and end the other.`,
    );
  // Two records that are there are two vendors here: a website that is typed makes them no one.
  const ids = new Set(held.map(({ id }) => id));
  const withKey = bundles.filter((row) => keyOf(row) !== undefined && ids.has(textOf(row, "vendorId") ?? ""));
  const shared = disagreeing(withKey, keyOf, (row) => textOf(row, "vendorId"), isAsked);
  if (shared !== undefined)
    return isUnknown(
      `Verified with one key, and filed for different vendors: ${shared}. A key is one company's; end what is another's.`,
    );
  const unverified = assurances.rows.filter(
    (row) => isThere(row) && isBundle(row) && !isVerified(row) && ofHigh.has(textOf(row, "vendorId") ?? ""),
  );
  const isReviewed = (row: SnapshotRow) =>
    textOf(row, "kind") !== undefined &&
    (!isBundle(row) || isVerified(row)) &&
    textOf(row, "exceptions") !== undefined &&
    isInOrder(row) &&
    people.has(textOf(row, "reviewerId") ?? "");
  const reviewedUntil = (row: SnapshotRow) =>
    isReviewed(row) ? filedUntil(row, "report", isBundle(row) ? "bundleEndsOn" : "datedOn", now) : undefined;
  const verdict = eachHas([vendors, assurances], high, reviewedUntil, {
    fail: "Rated high, without a reviewed report of the last 365 days",
    pass:
      high.length === 0
        ? "No vendor is rated high."
        : `${high.length} rated high, ${eachOf(high)}reviewed within 365 days.`,
  });
  if (verdict.outcome === "pass")
    return withFormerlyAsked(verdict, inputs, {
      register: "vendors",
      kinds: ["high"],
      words: (count) => `Rated high until one person rated ${them(count)} lower or ended ${them(count)}`,
      alone: "Rated lower or ended, and confirmed by the only person who may confirm",
      untilOf: paperOf(assurances, reviewedUntil),
    });
  if (unverified.length === 0) return verdict;
  const named = some(unverified.map(({ number }) => `ASR-${number}`));
  return fails(`${verdict.reason} An Exhibit bundle counts once it is verified with the vendor's key: ${named}.`);
}

/** Verified bundles that have one thing in common and differ in another, where one is of a vendor that is asked: not all say who they are of. */
function disagreeing(
  bundles: readonly SnapshotRow[],
  common: (row: SnapshotRow) => string | undefined,
  different: (row: SnapshotRow) => string | undefined,
  isAsked: (row: SnapshotRow) => boolean,
): string | undefined {
  const found = [...Map.groupBy(bundles, common).values()].filter(
    (own) => new Set(own.map(different)).size > 1 && own.some(isAsked),
  );
  if (found.length === 0) return undefined;
  return some(found.map((rows) => rows.map(({ number }) => `ASR-${number}`).join(" and ")));
}

const isBundle = (row: SnapshotRow): boolean => textOf(row, "kind") === "bundle";

/** Whether this very file was verified with this very key; a day or a key that is typed afterwards verifies nothing. */
const isVerified = (row: SnapshotRow): boolean =>
  textOf(row, "bundle") === "verified" &&
  textOf(row, "issuerKey") !== undefined &&
  textOf(row, "bundleOf") === bundleOf(textOf(row, "report") ?? "", textOf(row, "issuerKey"));

/** Whether the period that a report is about does not end before it starts. */
const isInOrder = (row: SnapshotRow): boolean =>
  row.fields["periodStartsOn"] === undefined ||
  (textOf(row, "periodStartsOn") ?? "9999") <= (textOf(row, "datedOn") ?? "");

/**
 * Each vendor that handles client, personal, health or card data has a signed contract on file with security duties and breach notice; one that
 * handles health data has a business associate agreement with them (45 CFR 164.504(e)).
 */
export function contractsSigned(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const [vendors, contracts] = [register("vendors"), register("contracts")];
  const why = whyUnread(vendors, contracts, "Contracts", now);
  if (why !== undefined) return isUnknown(why);
  const all = vendors.rows.filter(isThere);
  const isSaid = (kinds: readonly string[]) => kinds.length > 0 && kinds.every((kind) => KINDS.includes(kind));
  const unsaid = all.filter((row) => !isSaid(listOf(row, "data")));
  if (unsaid.length > 0) return isUnknown(`Which data these handle is not stated: ${numbers(unsaid)}.`);
  const asked = all.filter((row) => listOf(row, "data").some((kind) => sensitiveData.includes(kind)));
  const verdict = eachHas([vendors, contracts], asked, (row) => contractUntil(row, now), {
    fail: "No signed contract with security duties and breach notice",
    pass:
      asked.length === 0
        ? "No vendor handles such data."
        : `${asked.length} ${asked.length === 1 ? "handles" : "handle"} such data, ${eachOf(asked)}under contract.`,
  });
  const ofHealth = asked.filter((row) => listOf(row, "data").includes("health"));
  const baaUntil = (row: SnapshotRow) => (textOf(row, "kind") === "baa" ? contractUntil(row, now) : undefined);
  const agreed = eachHas([vendors, contracts], ofHealth, baaUntil, {
    fail: "Handles health data, without a signed business associate agreement",
    pass: verdict.reason,
  });
  const both = agreed.outcome === "pass" ? passes(verdict.reason, [verdict.until, agreed.until]) : agreed;
  if (verdict.outcome === "pass")
    return withFormerlyAsked(both, inputs, {
      register: "vendors",
      kinds: ["sensitive", "health"],
      words: (count) => `Said to handle such data until one person took that back or ended ${them(count)}`,
      alone: "Said to handle such data no more or ended, and confirmed by the only person who may confirm",
      untilOf: (own) => paperOf(contracts, own.asked === "health" ? baaUntil : (row) => contractUntil(row, now))(own),
    });
  const other = contracts.rows.filter((row) => row.state === "open" && textOf(row, "kind") === "nda");
  if (other.length === 0) return verdict;
  return fails(
    `${verdict.reason} A confidentiality agreement alone does not count: ${some(other.map(({ number }) => `CON-${number}`))}. Add the service or data agreement.`,
  );
}

function contractUntil(row: SnapshotRow, now: Date): Date | undefined {
  const [signed, ends] = [textOf(row, "signedOn"), textOf(row, "endsOn")];
  if (!BINDING.includes(textOf(row, "kind") ?? "") || (ends !== undefined && !(signed! <= ends))) return undefined;
  const isSigned = isFiled(row, "file") && signed !== undefined && signed <= dayOf(now);
  const hasDuties = textOf(row, "securityDuties") === "yes" && typeof row.fields["noticeHours"] === "number";
  // An end that the judge cannot read is no renewal.
  if (!isSigned || !hasDuties || (row.fields["endsOn"] !== undefined && ends === undefined)) return undefined;
  const until = ends === undefined ? FOREVER : endOfDay(ends);
  return now < until ? until : undefined;
}

/** Each vendor that hosts has an independent report on file that covers its buildings, and whose period ended within the last 365 days. */
export function hostingAssured(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const [vendors, assurances] = [register("vendors"), register("assurances")];
  const why = whyUnread(vendors, assurances, "Assurances", now);
  if (why !== undefined) return isUnknown(why);
  const all = vendors.rows.filter(isThere);
  const unsaid = all.filter((row) => !["yes", "no"].includes(textOf(row, "hosting") ?? ""));
  if (unsaid.length > 0) return isUnknown(`Whether these host anything is not stated: ${numbers(unsaid)}.`);
  const hosts = all.filter((row) => textOf(row, "hosting") === "yes");
  // Nearly everybody's systems are somewhere: that nobody hosts them is not taken from silence.
  if (hosts.length === 0) return isUnknown("No vendor is marked as hosting your systems or data.");
  const covers = (row: SnapshotRow) =>
    textOf(row, "physical") === "yes" && isInOrder(row) && INDEPENDENT.includes(textOf(row, "kind") ?? "");
  const coveredUntil = (row: SnapshotRow) => (covers(row) ? filedUntil(row, "report", "datedOn", now) : undefined);
  const verdict = eachHas([vendors, assurances], hosts, coveredUntil, {
    fail: "No independent report of the last 365 days covers the buildings of",
    pass: `${hosts.length} hosting, ${eachOf(hosts)}with a report that covers its buildings.`,
  });
  return withFormerlyAsked(verdict, inputs, {
    register: "vendors",
    kinds: ["hosting"],
    words: (count) => `Said to host until one person took that back or ended ${them(count)}`,
    alone: "Said to host no more or ended, and confirmed by the only person who may confirm",
    untilOf: paperOf(assurances, coveredUntil),
  });
}
