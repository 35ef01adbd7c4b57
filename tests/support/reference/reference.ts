import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Kept } from "./passing-registers.ts";

// What the program says of each check that registers decide, word by word, in the slowest way: whole lists are gone through for each
// question, and nothing is shared with the judge. It says whether a check may pass. What makes one unknown rather than failed is not asked.

const DAY = 86_400_000;
const at = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NaN);
const startOf = (day: unknown): number => (typeof day === "string" ? Date.parse(`${day}T00:00:00Z`) : Number.NaN);
const of = (row: SnapshotRow, field: string): unknown => row.fields[field];
const list = (row: SnapshotRow, field: string): readonly unknown[] => {
  const value = of(row, field);
  return Array.isArray(value) ? (value as unknown[]) : [];
};
const said = (row: SnapshotRow, field: string): boolean => of(row, field) !== undefined;

/** What a list holds that has not ended. */
const open = (kept: Kept, register: string) => (kept.lists[register] ?? []).filter(({ state }) => state !== "ended");
const confirmed = (kept: Kept, ...registers: readonly string[]) =>
  registers.every((register) => !kept.unconfirmed.includes(register));
/** "≤365": dated within so many days, and not to come. */
const within = (kept: Kept, day: unknown, days: number): boolean => {
  const today = startOf(kept.now.toISOString().slice(0, 10));
  const ago = (today - startOf(day)) / DAY;
  return ago >= 0 && ago <= days;
};
const byAnother = ({ approval }: SnapshotRow): boolean => approval !== null && approval.another;
const onFile = (row: SnapshotRow, exhibit: unknown): boolean =>
  typeof exhibit === "string" && /^EX-\d{6,}$/.test(exhibit) && !row.withdrawn.includes(exhibit);
/** When an exhibit was made; what says nothing was made now. */
const madeAt = (kept: Kept, row: SnapshotRow, exhibit: unknown): number =>
  at(row.made?.[String(exhibit)] ?? kept.now.toISOString());
/** What an exhibit shows came before it was made, give or take where on earth it was. */
const notBefore = (kept: Kept, row: SnapshotRow, exhibit: unknown, ...days: readonly string[]): boolean =>
  days.every(
    (field) =>
      !said(row, field) || madeAt(kept, row, exhibit) + 14 * 3_600_000 >= startOf(String(of(row, field)).slice(0, 10)),
  );
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  report: ["doneOn", "datedOn", "completedOn"],
  file: ["signedOn"],
  certificate: ["disposedOn"],
  diagram: ["diagramDatedOn"],
  plan: ["planDatedOn"],
  noticeRecord: ["noticeDecidedAt"],
  counselAdvice: ["discoveredAt"],
  request: ["receivedOn"],
  extension: ["extendedOn"],
  answer: ["closedOn"],
  source: ["raisedAt", "acknowledgedAt", "closedAt"],
  list: ["listedOn"],
  notice: [],
};
/** "filed": cites an exhibit that was made no earlier than what it shows, and somebody else reviewed it. */
const filedBy = (kept: Kept, row: SnapshotRow, field: string): boolean =>
  row.state === "open" &&
  byAnother(row) &&
  onFile(row, of(row, field)) &&
  notBefore(kept, row, of(row, field), ...SHOWN[field]!);
const person = (kept: Kept, id: unknown): SnapshotRow | undefined =>
  (kept.lists["people"] ?? []).find((row) => row.id === id);
/** "Active: started, not ended." */
const works = (kept: Kept, id: unknown): boolean => {
  const row = person(kept, id);
  if (row?.state !== "open") return false;
  const began = Math.min(at(of(row, "startsAt")), at(row.firstStart ?? of(row, "startsAt")));
  if (!(began <= kept.now.getTime())) return false;
  return !said(row, "endsAt") || at(of(row, "endsAt")) > kept.now.getTime();
};
/** A record of People stands for a person: two of one person are nobody else to each other. */
const whose = ({ same = [] }: Kept, id: unknown): unknown =>
  same.find((group) => group.includes(String(id)))?.[0] ?? id;
const persons = (kept: Kept, ids: readonly unknown[]) => new Set(ids.map((id) => whose(kept, id)));
/** Each of these worked here on some day from one to another. */
const allThere = (kept: Kept, ids: readonly unknown[], from: number, to = from): boolean =>
  ids.length > 0 &&
  ids.every((id) => {
    const row = person(kept, id);
    if (!row || !(at(of(row, "startsAt")) < to + DAY)) return false;
    const lefts = [
      ...(said(row, "endsAt") ? [at(of(row, "endsAt"))] : []),
      ...(row.state === "ended" ? [at(row.endedAt)] : []),
    ];
    return lefts.every((left) => left >= from);
  });
const unexpired = (kept: Kept, row: SnapshotRow): boolean =>
  row.state === "open" && byAnother(row) && startOf(of(row, "expiresOn")) + DAY > kept.now.getTime();
/** An end that nobody else approved ends nothing. */
const stands = ({ state, approval, endApproval }: SnapshotRow): boolean =>
  state !== "ended" || (approval !== null && (endApproval === undefined || endApproval === null));
/** "Drawn": diagrams of the last 365 days show it as it is now, and somebody else approved what it says. */
const isDrawn = ({ drawn, now }: Kept, row: SnapshotRow): boolean => {
  const was = drawn?.data.find(({ id }) => id === row.id);
  if (!was || row.state !== "open" || !byAnother(row)) return false;
  const shown = ["name", "class", "about", "systemIds", "vendorIds"];
  const isSame = shown.every((field) => JSON.stringify(of(row, field)) === JSON.stringify(of(was, field)));
  return isSame && now.getTime() - drawn!.at.getTime() < 365 * DAY;
};
const isNone = (finding: unknown) => typeof finding === "string" && /^none\.?$/i.test(finding.trim());
/** Findings have as many actions, open or closed with proof since. */
const followed = (kept: Kept, row: SnapshotRow): boolean => {
  const found = list(row, "findings");
  if (found.length === 0) return false;
  const real = found.filter((finding) => !isNone(finding)).length;
  const actions = (kept.lists["actions"] ?? []).filter(
    (action) =>
      list(row, "actionIds").includes(action.id) &&
      (action.state !== "ended" ||
        (at(action.endedAt) >= startOf(of(row, "doneOn")) &&
          madeAt(kept, action, of(action, "proof")) + 14 * 3_600_000 >= startOf(of(row, "doneOn")) &&
          onFile(action, of(action, "proof")))),
  );
  return real === 0 || actions.length >= real;
};
/** The day that an action promised first; a later one only where somebody else set it before that had passed. */
const promised = (row: SnapshotRow): number => {
  const days = [startOf(row.moved?.[0]?.from ?? of(row, "dueOn"))];
  for (const { to, at: moved, another } of row.moved ?? []) {
    const last = days.at(-1)!;
    if (startOf(to) < last || (another && at(moved) < last + DAY)) days.push(startOf(to));
  }
  return Math.min(days.at(-1)!, startOf(of(row, "dueOn")));
};
const tests = (kept: Kept, kind: string) => open(kept, "tests").filter((row) => of(row, "kind") === kind);
const score = (kept: Kept, risk: SnapshotRow): number => {
  const step = (value: unknown) => (typeof value === "number" ? value : Number.NaN);
  const left = (rated: string, lowers: string, raised: string) => {
    const helping = list(risk, lowers).filter((control) => kept.passing.includes(String(control))).length;
    const least = Math.max(1, step(of(risk, rated)) - helping);
    return said(risk, raised) ? Math.max(least, step(of(risk, raised))) : least;
  };
  return left("likelihood", "lowersLikelihood", "raisedLikelihood") * left("impact", "lowersImpact", "raisedImpact");
};
/** Places with a law on notice of personal, health and card data that the program knows. */
const LAWFUL_PLACES = ["eu", "uk", "us-ca", "us-co", "us-fl", "us-ny", "us-tx", "us-wa"];
const SENSITIVE = ["personal", "health", "card"];
const LAWS: Readonly<Record<string, readonly [months: number, days: number]>> = { gdpr: [1, 0], ccpa: [0, 45] };
/** The last day of a period, in whole months and days; the last of a month that is too short. */
const later = (day: unknown, [months, days]: readonly [number, number], times = 1): number => {
  const from = new Date(startOf(day));
  if (Number.isNaN(from.getTime())) return Number.NaN;
  const date = from.getUTCDate();
  const moved = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months * times, 1));
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  return Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth(), Math.min(date, last)) + days * times * DAY;
};
/** Hours of business days between two instants; a day is 24 hours that are on no weekend. */
const businessHours = (from: number, to: number): number => {
  let hours = 0;
  for (let hour = from; hour < to; hour += DAY / 24) {
    const weekday = new Date(hour).getUTCDay();
    if (weekday !== 0 && weekday !== 6) hours += Math.min(1, (to - hour) / (DAY / 24));
  }
  return hours;
};
/** A policy in force whose text another person approved within a year. */
const planText = (kept: Kept, documentId: string): string | undefined => {
  const all = kept.lists;
  for (const policy of all["policies"] ?? [])
    if (of(policy, "documentId") === documentId)
      for (const version of all["policy-versions"] ?? [])
        if (of(version, "policyId") === policy.id && of(version, "state") === "in force")
          for (const approval of all["policy-approvals"] ?? [])
            if (
              of(approval, "versionId") === version.id &&
              of(approval, "sha256") === of(version, "sha256") &&
              !list(version, "authors").includes(of(approval, "by")) &&
              kept.now.getTime() - at(of(approval, "at")) <= 366 * DAY
            )
              return String(of(version, "text"));
  return undefined;
};
const firstDay = (kept: Kept, id: string): number =>
  Math.min(
    ...kept.systems.flatMap(({ accounts = [], people = {} }) =>
      accounts.flatMap((own) => (people[own.id] === id && own.createdAt ? [own.createdAt.getTime()] : [])),
    ),
  );
const approvedAccount = (kept: Kept, kinds: readonly string[], systemId: string, names: readonly unknown[]) =>
  (kept.lists["approvals"] ?? []).some(
    (row) =>
      unexpired(kept, row) &&
      kinds.includes(String(of(row, "kind"))) &&
      of(row, "systemId") === systemId &&
      names.some((name) => String(name).toLowerCase() === String(of(row, "subject")).toLowerCase()),
  );

/** Whether the sentence of a check holds of what a company keeps. */
export const reference: Readonly<Record<string, (kept: Kept) => boolean>> = {
  // one security owner, active person, active account
  "oversight.owner-named": (kept) => {
    const owners = open(kept, "roles").filter((row) => of(row, "duty") === "security-owner");
    const holder = owners[0] && person(kept, of(owners[0], "holderId"));
    const elsewhere = kept.systems.some(({ accounts = [], people = {} }) =>
      accounts.some((own) => own.active === true && people[own.id] === holder?.id),
    );
    return (
      owners.length === 1 &&
      works(kept, holder?.id) &&
      (holder!.account === true || elsewhere) &&
      confirmed(kept, "roles", "people")
    );
  },
  // each audit finding and failing control has an action; open: active owner, ≤30 days late
  "oversight.actions-on-time": (kept) => {
    const actions = open(kept, "actions");
    return (
      confirmed(kept, "actions", "people") &&
      ((kept.lists["tests"] ?? []).length === 0 || confirmed(kept, "tests")) &&
      actions.every((row) => works(kept, of(row, "ownerId")) && promised(row) + 31 * DAY > kept.now.getTime()) &&
      kept.failing
        .filter((control) => control !== "XC-02")
        .every((control) => actions.some((row) => list(row, "controls").includes(control))) &&
      (kept.lists["tests"] ?? [])
        .filter((row) => of(row, "kind") === "audit" && stands(row))
        .every((row) => followed(kept, row))
    );
  },
  // meeting ≤92: attendees, status exhibit cited, decisions, minutes approved by another
  "oversight.review-within-quarter": (kept) =>
    confirmed(kept, "meetings", "people") &&
    open(kept, "meetings").some(
      (row) =>
        byAnother(row) &&
        of(row, "kind") === "leadership" &&
        within(kept, of(row, "heldOn"), 92) &&
        persons(kept, list(row, "attendeeIds")).size >= 2 &&
        allThere(kept, list(row, "attendeeIds"), startOf(of(row, "heldOn"))) &&
        list(row, "results").some(
          (exhibit) => onFile(row, exhibit) && madeAt(kept, row, exhibit) + 93 * DAY >= startOf(of(row, "heldOn")),
        ) &&
        said(row, "decisions"),
    ),
  // audit ≤365, filed, scope ⊇ stated scope, author owned none of its controls in the 365 days before
  "oversight.audit-within-year": (kept) =>
    confirmed(kept, "tests", "people") &&
    kept.scope.controls.length > 0 &&
    kept.scope.controls.every((control) =>
      tests(kept, "audit").some((row) => {
        const isIts = (own: string) => list(row, "controls").includes(own);
        const done = startOf(of(row, "doneOn"));
        const owners = kept.scope.owners
          .filter(
            ({ control: own, from, until }) =>
              isIts(own) && Date.parse(from) < done + DAY && (until === null || Date.parse(until) >= done - 365 * DAY),
          )
          .map(({ personId }) => personId);
        const isOwn = list(row, "testerIds").some((id) => persons(kept, owners).has(whose(kept, id)));
        return (
          isIts(control) &&
          filedBy(kept, row, "report") &&
          within(kept, of(row, "doneOn"), 365) &&
          (of(row, "by") === "outside"
            ? said(row, "firm")
            : allThere(kept, list(row, "testerIds"), startOf(of(row, "doneOn"))) && !isOwn)
        );
      }),
    ),
  // confirmed ≤365; each system kind and data category in scope: a risk rated ≤365
  "risk.assessed-within-year": (kept) => {
    const rated = open(kept, "risks").filter(
      (row) =>
        typeof of(row, "likelihood") === "number" &&
        typeof of(row, "impact") === "number" &&
        within(kept, of(row, "ratedOn"), 365),
    );
    return (
      confirmed(kept, "risks", "data") &&
      kept.scope.systems.every(({ kinds }) =>
        kinds.every((kind) => rated.some((row) => list(row, "systemKinds").includes(kind))),
      ) &&
      open(kept, "data").every((data) => rated.some((row) => list(row, "data").includes(of(data, "class"))))
    );
  },
  // residual > appetite: treatment, active owner, due ≥ today
  "risk.treatment-owned": (kept) => {
    const appetites = (kept.lists["approvals"] ?? []).filter(
      (row) => of(row, "kind") === "risk-appetite" && unexpired(kept, row),
    );
    const appetite = Math.min(...appetites.map((row) => Number(of(row, "score"))));
    return (
      confirmed(kept, "risks", "approvals", "people") &&
      Number.isFinite(appetite) &&
      open(kept, "risks").every(
        (risk) =>
          score(kept, risk) <= appetite ||
          (["reduce", "avoid", "transfer", "accept"].includes(String(of(risk, "treatment"))) &&
            works(kept, of(risk, "ownerId")) &&
            startOf(of(risk, "dueOn")) + DAY > kept.now.getTime()),
      )
    );
  },
  // accepted: signed ≤365 by a leader, not the proposer
  "risk.acceptance-signed": (kept) =>
    confirmed(kept, "risks", "approvals") &&
    open(kept, "risks")
      .filter((risk) => of(risk, "treatment") === "accept")
      .every((risk) =>
        (kept.lists["approvals"] ?? []).some(
          (row) =>
            of(row, "kind") === "risk-acceptance" &&
            of(row, "riskId") === risk.id &&
            unexpired(kept, row) &&
            within(kept, row.approval!.at.slice(0, 10), 365) &&
            Number(of(row, "score")) >= score(kept, risk),
        ),
      ),
  // cloud, network, public system: internal and external scan filed ≤92 naming it
  "vulns.scanned-this-quarter": (kept) =>
    confirmed(kept, "tests") &&
    kept.scope.systems
      .filter(({ kinds }) => kinds.some((kind) => ["cloud", "site"].includes(kind)))
      .every(({ systemId }) =>
        ["internal-scan", "external-scan"].every((kind) =>
          tests(kept, kind).some(
            (row) =>
              filedBy(kept, row, "report") &&
              within(kept, of(row, "doneOn"), 92) &&
              list(row, "systemIds").includes(systemId),
          ),
        ),
      ),
  // filed ≤365, outside tester; each critical or high finding closed by a filed retest
  "vulns.pentest-within-year": (kept) => {
    const lately = (kept.lists["tests"] ?? []).filter(
      (row) => of(row, "kind") === "pentest" && stands(row) && within(kept, of(row, "doneOn"), 365),
    );
    const isReport = (exhibit: unknown) =>
      (kept.lists["tests"] ?? []).some(
        (row) => of(row, "kind") === "pentest" && stands(row) && of(row, "report") === exhibit,
      );
    const closed = (row: SnapshotRow) =>
      byAnother(row) &&
      onFile(row, of(row, "retest")) &&
      notBefore(kept, row, of(row, "retest"), "retestedOn") &&
      !isReport(of(row, "retest")) &&
      startOf(of(row, "retestedOn")) >= startOf(of(row, "doneOn"))
        ? Number(of(row, "closed") ?? 0)
        : 0;
    return (
      confirmed(kept, "tests") &&
      lately.some((row) => filedBy(kept, row, "report") && of(row, "by") === "outside" && said(row, "firm")) &&
      lately.every((row) => Number(of(row, "grave")) <= closed(row))
    );
  },
  // contact published; answered ≤365
  "vulns.disclosure-contact": (kept) =>
    confirmed(kept, "tests") &&
    open(kept, "tests").some(
      (row) =>
        // What Exhibit sent is one whatever somebody calls it since.
        (said(row, "sentAt") || of(row, "kind") === "disclosure") &&
        said(row, "contact") &&
        list(row, "systemIds").includes("site") &&
        (said(row, "sentAt")
          ? row.state === "open" &&
            byAnother(row) &&
            said(row, "sentTo") &&
            list(row, "sentFor").includes("site") &&
            at(of(row, "answeredAt")) >= at(of(row, "sentAt")) &&
            at(of(row, "answeredAt")) - at(of(row, "sentAt")) < 14 * DAY &&
            within(kept, String(of(row, "answeredAt")).slice(0, 10), 365)
          : filedBy(kept, row, "report") && within(kept, of(row, "doneOn"), 365) && of(row, "answered") === "yes"),
    ),
  // critical system: restore ≤365, log filed, time ≤ RTO, loss ≤ RPO, complete
  "backup.restore-tested": (kept) => {
    const critical = open(kept, "systems").filter((row) => of(row, "criticality") === "critical");
    return (
      confirmed(kept, "systems", "tests") &&
      critical.length > 0 &&
      // The last one decides, and of several on its day each.
      critical.every((system) => {
        const own = (kept.lists["tests"] ?? []).filter(
          (row) =>
            of(row, "kind") === "restore" &&
            (row.state !== "ended" || (byAnother(row) && (row.endApproval ?? null) === null)) &&
            list(row, "systemIds").includes(of(system, "systemId")),
        );
        const last = Math.max(...own.map((row) => startOf(of(row, "doneOn"))));
        const newest = own.filter((row) => startOf(of(row, "doneOn")) === last);
        const isGood = (row: SnapshotRow) =>
          within(kept, of(row, "doneOn"), 365) &&
          of(row, "complete") === "yes" &&
          Number(of(row, "recoveryHours")) <= Number(of(system, "rtoHours")) &&
          Number(of(row, "lossHours")) <= Number(of(system, "rpoHours"));
        const isBad = (row: SnapshotRow) =>
          of(row, "complete") === "no" ||
          Number(of(row, "recoveryHours")) > Number(of(system, "rtoHours")) ||
          Number(of(row, "lossHours")) > Number(of(system, "rpoHours"));
        return newest.some((row) => filedBy(kept, row, "report") && isGood(row)) && !newest.some(isBad);
      })
    );
  },
  // exercise tested or incident reviewed ≤365: participants, findings, actions
  "incident.exercised-within-year": (kept) => {
    const exercise = tests(kept, "exercise").some(
      (row) =>
        filedBy(kept, row, "report") &&
        within(kept, of(row, "doneOn"), 365) &&
        allThere(kept, list(row, "participantIds"), startOf(of(row, "doneOn"))) &&
        followed(kept, row),
    );
    const incident = open(kept, "incidents").some(
      (row) =>
        byAnother(row) &&
        of(row, "kind") !== "mistake" &&
        within(kept, String(of(row, "closedAt")).slice(0, 10), 365) &&
        allThere(
          kept,
          list(row, "responderIds"),
          startOf(String(of(row, "discoveredAt")).slice(0, 10)),
          startOf(String(of(row, "closedAt")).slice(0, 10)),
        ) &&
        said(row, "lessons") &&
        list(row, "evidence").length > 0 &&
        list(row, "evidence").every((exhibit) => onFile(row, exhibit)) &&
        list(row, "actionIds").length > 0,
    );
    return (
      confirmed(kept, "actions", "people") &&
      ((exercise && confirmed(kept, "tests")) || (incident && confirmed(kept, "incidents")))
    );
  },
  // rated high: assurance filed ≤365, exceptions stated ("none" counts), reviewer
  "vendors.reviewed-within-year": (kept) =>
    confirmed(kept, "vendors", "assurances") &&
    open(kept, "vendors")
      .filter((vendor) => !["medium", "low"].includes(String(of(vendor, "rating"))))
      .every((vendor) =>
        (kept.lists["assurances"] ?? []).some(
          (row) =>
            of(row, "vendorId") === vendor.id &&
            filedBy(kept, row, "report") &&
            within(kept, of(row, of(row, "kind") === "bundle" ? "bundleEndsOn" : "datedOn"), 365) &&
            (of(row, "kind") !== "bundle" ||
              (of(row, "bundle") === "verified" &&
                said(row, "issuerKey") &&
                of(row, "bundleOf") === `${String(of(row, "report"))} ${String(of(row, "issuerKey"))}`)) &&
            said(row, "exceptions") &&
            !(startOf(of(row, "periodStartsOn")) > startOf(of(row, "datedOn"))) &&
            person(kept, of(row, "reviewerId")) !== undefined,
        ),
      ),
  // client, personal, health or card data: contract filed; security duties, notice hours
  "vendors.contract-signed": (kept) =>
    confirmed(kept, "vendors", "contracts") &&
    open(kept, "vendors")
      .filter((vendor) => list(vendor, "data").some((kind) => ["client", ...SENSITIVE].includes(String(kind))))
      .every((vendor) =>
        (kept.lists["contracts"] ?? []).some(
          (row) =>
            of(row, "vendorId") === vendor.id &&
            filedBy(kept, row, "file") &&
            (list(vendor, "data").includes("health") ? ["baa"] : ["terms", "agreement", "dpa", "baa"]).includes(
              String(of(row, "kind")),
            ) &&
            !(startOf(of(row, "endsOn")) < startOf(of(row, "signedOn"))) &&
            of(row, "securityDuties") === "yes" &&
            typeof of(row, "noticeHours") === "number" &&
            (!said(row, "endsOn") || startOf(of(row, "endsOn")) + DAY > kept.now.getTime()),
        ),
      ),
  // hosting vendor: assurance filed, covers physical, period end ≤365
  "physical.hosting-assured": (kept) =>
    confirmed(kept, "vendors", "assurances") &&
    open(kept, "vendors")
      .filter((vendor) => of(vendor, "hosting") !== "no")
      .every((vendor) =>
        (kept.lists["assurances"] ?? []).some(
          (row) =>
            of(row, "vendorId") === vendor.id &&
            filedBy(kept, row, "report") &&
            of(row, "physical") === "yes" &&
            ["soc2", "iso27001", "pci", "other"].includes(String(of(row, "kind"))) &&
            !(startOf(of(row, "periodStartsOn")) > startOf(of(row, "datedOn"))) &&
            within(kept, of(row, "datedOn"), 365),
        ),
      ),
  // sites confirmed ≤365; with data or equipment: office plan approved ≤365
  "physical.offices-declared": (kept) =>
    confirmed(kept, "sites") &&
    (kept.lists["sites"] ?? [])
      .filter(stands)
      .every(
        (row) =>
          of(row, "holds") === "none" || (filedBy(kept, row, "plan") && within(kept, of(row, "planDatedOn"), 365)),
      ),
  // data confirmed ≤365; diagrams drawn from it, or filed ≤365
  "inventory.confirmed-within-year": (kept) =>
    confirmed(kept, "data", "people") &&
    open(kept, "data").length > 0 &&
    (kept.lists["data"] ?? [])
      .filter(stands)
      .every(
        (row) => (filedBy(kept, row, "diagram") && within(kept, of(row, "diagramDatedOn"), 365)) || isDrawn(kept, row),
      ),
  // device ended ≤365: wipe collected or certificate filed
  "retention.device-wipe": (kept) =>
    confirmed(kept, "devices", "disposals") &&
    (kept.lists["devices"] ?? [])
      .filter(({ state }) => state === "ended")
      .every((device) =>
        (kept.lists["disposals"] ?? []).some(
          (row) =>
            byAnother(row) &&
            row.state === "open" &&
            list(row, "deviceIds").includes(device.id) &&
            (of(row, "method") === "mistake" || filedBy(kept, row, "certificate")),
        ),
      ),
  // alerts ≤30: acknowledged in 1 business day, closed with reason
  "monitoring.alerts-handled": (kept) =>
    confirmed(kept, "alerts") &&
    (kept.lists["alerts"] ?? [])
      .filter((row) => stands(row) && !(kept.now.getTime() - at(of(row, "raisedAt")) >= 30 * DAY))
      .every((row) => {
        const [raised, taken] = [at(of(row, "raisedAt")), at(of(row, "acknowledgedAt"))];
        const isNew = !said(row, "acknowledgedAt") && businessHours(raised, kept.now.getTime()) <= 24;
        const isHandled =
          businessHours(raised, taken) <= 24.01 && said(row, "closedAt") && said(row, "outcome") && said(row, "reason");
        return filedBy(kept, row, "source") && (isNew || isHandled);
      }),
  // approved ≤365; filled: responders, on-call, severities, evidence, notice per framework
  "incident.plan-within-year": (kept) => {
    const text = planText(kept, "incident.response-plan") ?? "";
    const listed = (duty: string) =>
      open(kept, "contacts").some(
        (row) =>
          of(row, "duty") === duty && works(kept, of(row, "personId")) && (said(row, "phone") || said(row, "email")),
      );
    return (
      /severity/i.test(text) &&
      /evidence/i.test(text) &&
      /72 hours/.test(text) &&
      /60 days/.test(text) &&
      listed("responder") &&
      listed("on-call") &&
      confirmed(kept, "contacts", "people")
    );
  },
  // closed ≤365: severity, timeline, cause, evidence, lessons; open >90: updated ≤14
  "incident.records-complete": (kept) =>
    confirmed(kept, "incidents") &&
    (kept.lists["incidents"] ?? [])
      .filter((row) => stands(row) && !["exercise", "mistake"].includes(String(of(row, "kind"))))
      .every((row) => {
        if (!said(row, "closedAt"))
          return (
            kept.now.getTime() - at(of(row, "discoveredAt")) < 90 * DAY ||
            kept.now.getTime() - at(row.changedAt) < 14 * DAY
          );
        if (kept.now.getTime() - at(of(row, "closedAt")) > 365 * DAY) return byAnother(row);
        return (
          byAnother(row) &&
          ["severity", "timeline", "cause", "lessons"].every((field) => said(row, field)) &&
          list(row, "evidence").length > 0 &&
          list(row, "evidence").every((exhibit) => onFile(row, exhibit))
        );
      }),
  // personal, health or card data: decision ≤72 h after discovery; without a rule of law, counsel
  "incident.notice-decided": (kept) =>
    confirmed(kept, "incidents") &&
    (kept.lists["incidents"] ?? [])
      .filter(
        (row) =>
          stands(row) &&
          !["exercise", "mistake"].includes(String(of(row, "kind"))) &&
          kept.now.getTime() >= at(of(row, "discoveredAt")) + 3 * DAY,
      )
      .every((row) => {
        const data = list(row, "data").filter((kind) => !["business", "public", "none"].includes(String(kind)));
        const places = list(row, "places");
        const isKnown =
          data.every((kind) => SENSITIVE.includes(String(kind))) &&
          places.length > 0 &&
          places.every((place) => LAWFUL_PLACES.includes(String(place)));
        return data.length === 0 || isKnown || filedBy(kept, row, "counselAdvice");
      }) &&
    (kept.lists["incidents"] ?? [])
      .filter(
        (row) =>
          stands(row) &&
          !["exercise", "mistake"].includes(String(of(row, "kind"))) &&
          list(row, "data").some((kind) => SENSITIVE.includes(String(kind))),
      )
      .every((row) => {
        const due = at(of(row, "discoveredAt")) + 3 * DAY;
        const decided = at(of(row, "noticeDecidedAt"));
        const shown = Math.max(decided, madeAt(kept, row, of(row, "noticeRecord")));
        const isDecided =
          ["notify", "none"].includes(String(of(row, "noticeDecision"))) && filedBy(kept, row, "noticeRecord");
        const isFormer = kept.now.getTime() - decided > 365 * DAY;
        return kept.now.getTime() < due || (isDecided && (shown <= due || isFormer));
      }),
  // closed or not due within 1 month / 45 days, or extended inside that period
  "requests.on-time": (kept) =>
    confirmed(kept, "privacy-requests") &&
    (kept.lists["privacy-requests"] ?? []).filter(stands).every((row) => {
      const law = LAWS[String(of(row, "law"))];
      if (!law) return false;
      const first = later(of(row, "receivedOn"), law);
      const longest = later(of(row, "receivedOn"), law, law[0] === 1 ? 3 : 2);
      const due = said(row, "extendedOn") && startOf(of(row, "extendedOn")) <= first ? longest : first;
      const today = startOf(kept.now.toISOString().slice(0, 10));
      const closed = said(row, "closedOn") ? startOf(of(row, "closedOn")) : today;
      const isFormer = said(row, "closedOn") && byAnother(row) && today - closed > 365 * DAY;
      return isFormer || (closed <= due && (!said(row, "closedOn") || filedBy(kept, row, "answer")));
    }),
  // open confidential matter: access observed ⊆ group; group ∩ conflicts = ∅
  "confidentiality.matter-access": (kept) =>
    confirmed(kept, "client-matters", "people") &&
    open(kept, "client-matters")
      .filter((row) => of(row, "restricted") !== "no" && !(startOf(of(row, "closedOn")) <= kept.now.getTime()))
      .every(
        (row) =>
          filedBy(kept, row, "list") &&
          within(kept, of(row, "listedOn"), 31) &&
          list(row, "accessIds").length > 0 &&
          list(row, "accessIds").every((id) => list(row, "groupIds").includes(id) && works(kept, id)) &&
          !list(row, "groupIds").some((id) => persons(kept, list(row, "conflictIds")).has(whose(kept, id))),
      ),
  // past retention: disposal filed or active hold; matter list ≤31
  "retention.closed-matters": (kept) =>
    confirmed(kept, "client-matters", "disposals", "legal-holds") &&
    open(kept, "client-matters").every((row) => {
      if (!filedBy(kept, row, "list") || !within(kept, of(row, "listedOn"), 31)) return false;
      const years = of(row, "keptYears");
      if (!said(row, "closedOn")) return true;
      const end = later(of(row, "closedOn"), [12 * Number(years), 0]);
      if (end + DAY > kept.now.getTime()) return true;
      return (
        (kept.lists["disposals"] ?? []).some(
          (own) => filedBy(kept, own, "certificate") && list(own, "matterIds").includes(row.id),
        ) ||
        (kept.lists["legal-holds"] ?? []).some(
          (own) => filedBy(kept, own, "notice") && list(own, "matterIds").includes(row.id) && !said(own, "releasedOn"),
        )
      );
    }),
  // approved ≤365; ranking, RTO, RPO printed from systems; emergency access
  "continuity.plan-within-year": (kept) => {
    const text = planText(kept, "backup.continuity-plan") ?? "";
    return (
      confirmed(kept, "systems") &&
      /emergency access/i.test(text) &&
      open(kept, "systems").length > 0 &&
      open(kept, "systems").every((row) => {
        const name = (kept.lists["system-names"] ?? []).find(({ id }) => id === of(row, "systemId"));
        const line = text.split("\n").find((own) => name && own.startsWith(`| ${String(of(name, "name"))} |`));
        return (
          said(row, "criticality") &&
          line !== undefined &&
          line.includes(`${String(of(row, "rtoHours"))} hour`) &&
          line.includes(`${String(of(row, "rpoHours"))} hour`)
        );
      })
    );
  },
  // first account ≤365: screening filed or tested by that day, or approved exception citing law
  "people.screened-before-access": (kept) => {
    const asked = (kept.lists["people"] ?? []).filter(
      ({ id }) => Number.isFinite(firstDay(kept, id)) && kept.now.getTime() - firstDay(kept, id) <= 365 * DAY,
    );
    const sound = open(kept, SCREENING_PAGES).filter(
      (row) => row.state === "open" && of(row, "approved") === true && of(row, "founded") === true,
    );
    return confirmed(kept, "people", SCREENING_PAGES) && sound.length >= asked.length;
  },
  // active: both terms acknowledged or filed ≤7 days after first account; late until done
  "people.terms-signed": (kept) =>
    confirmed(kept, "people") &&
    (kept.lists["people"] ?? [])
      .filter((row) => works(kept, row.id) && Number.isFinite(firstDay(kept, row.id)))
      .every((row) =>
        ["confidentiality", "conduct"].every(
          (kind) =>
            kept.now.getTime() - firstDay(kept, row.id) < 8 * DAY ||
            (kept.lists["signed-terms"] ?? []).some(
              (own) =>
                of(own, "personId") === row.id &&
                ["both", kind].includes(String(of(own, "terms"))) &&
                filedBy(kept, own, "file") &&
                startOf(of(own, "signedOn")) <= kept.now.getTime(),
            ),
        ),
      ),
  // every application granted sign-in or data access matches a vendor list entry
  "vendors.list-complete": (kept) =>
    confirmed(kept, "vendors") &&
    kept.systems.every(({ applications = [] }) =>
      applications
        .filter(({ people }) => people !== 0)
        .every(({ id, label = id }) =>
          open(kept, "vendors").some((row) =>
            [of(row, "name"), ...list(row, "applications")].some(
              (name) => String(name).trim().toLowerCase() === label.trim().toLowerCase(),
            ),
          ),
        ),
    ),
  // device synced ≤30: assigned to an active person
  "inventory.devices-assigned": (kept) =>
    confirmed(kept, "people") &&
    kept.systems.every(({ devices = [], people = {} }) =>
      devices
        .filter(({ lastSyncAt }) => lastSyncAt === undefined || kept.now.getTime() - lastSyncAt.getTime() <= 30 * DAY)
        .every((device) =>
          device.holder !== null
            ? works(kept, people[device.holder ?? ""])
            : confirmed(kept, "devices") &&
              open(kept, "devices").some(
                (row) => works(kept, of(row, "holderId")) && ["nothing", "has"].includes(row.holderSays ?? "denies"),
              ),
        ),
    ),
  // active repository: team or active owner
  "inventory.repositories-owned": (kept) =>
    kept.systems.every(({ repositories = [], people = {} }) =>
      repositories
        .filter(({ archived }) => archived !== true)
        .every(
          ({ teamOwned, managers = [] }) =>
            teamOwned === true || (confirmed(kept, "people") && managers.some((id) => works(kept, people[id]))),
        ),
    ),
  // human production write grants ⊆ approvals (emergency)
  "change.release-roles": (kept) =>
    confirmed(kept, "approvals") &&
    kept.systems.every(({ provider = "okta", accounts = [], grants = [] }) =>
      grants
        .filter(
          ({ level, to, production }) =>
            production !== false &&
            (level === undefined || ["admin", "write"].includes(level)) &&
            !accounts.some((own) => own.id === to && (own.active === false || own.class === "service")),
        )
        .every(({ label, to }) => approvedAccount(kept, ["emergency-account"], provider, [label, to])),
    ),
  // admin grant: unexpired approval by someone else
  "privilege.admins-listed": (kept) =>
    confirmed(kept, "approvals") &&
    kept.systems.every(({ provider = "okta", accounts = [], grants = [], unread = [] }) => {
      const isClosed = (id: unknown) => accounts.some((own) => own.id === id && own.active === false);
      return (
        !unread.includes("grant") &&
        grants
          .filter(({ level, over }) => [undefined, "admin"].includes(level) && [undefined, "account"].includes(over))
          .filter(({ to }) => !isClosed(to))
          .every(({ label, to }) =>
            approvedAccount(kept, ["administrator", "emergency-account"], provider, [label, to]),
          )
      );
    }),
  // when somebody leaves, every account of theirs is disabled; whose an open account is, is known
  "accounts.leavers-disabled": (kept) => {
    const people = kept.lists["people"] ?? [];
    const hasGone = (row: SnapshotRow) =>
      row.state === "ended" || (said(row, "endsAt") && !(at(of(row, "endsAt")) > kept.now.getTime()));
    return (
      confirmed(kept, "people") &&
      kept.systems.every(
        (system) =>
          !(system.unread ?? []).includes("account") &&
          (system.accounts ?? []).every((own) => {
            if (own.active === false) return true;
            const holder = people.find(({ id }) => id === system.people?.[own.id]);
            if (holder) return !hasGone(holder);
            return !people.some(hasGone) || ["service", "guest"].includes(String(own.class));
          }),
      )
    );
  },
};
