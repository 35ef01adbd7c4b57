import { known } from "../facts/known.ts";
import { sha256OfText } from "../sha256.ts";
import type { Fact } from "../facts/fact.ts";
import type { Entry, ShapePopulation } from "../shapes/shapes.ts";
import type { FieldValue, RecordFields } from "./register.ts";

/** A record that was not typed: what of it was collected. Somebody says the rest, or dismisses it. */
export interface Proposal {
  /** The same however often it is collected. */
  readonly key: string;
  readonly register: string;
  /** What the record will be called. */
  readonly title: string;
  /** What was seen, in a few words. */
  readonly detail: string;
  readonly fields: RecordFields;
  /** Other names that a record may have it under. */
  readonly names: readonly string[];
}

/** What one exhibit of a connection lists. */
export interface Collected {
  readonly systemId: string;
  readonly accounts: ShapePopulation<"account"> | undefined;
  readonly grants: ShapePopulation<"grant"> | undefined;
  readonly devices: ShapePopulation<"device"> | undefined;
  readonly applications: ShapePopulation<"application"> | undefined;
  /** What the company named for its connector to leave out: nothing is left out before somebody else approves it. */
  readonly wished?: readonly WishedException[] | undefined;
}

/** A resource, as its system names it, and the kind of approval that would leave it out. */
export interface WishedException {
  readonly kind: string;
  readonly subject: string;
}

/** Registers that are proposed from exhibits, in this order. Systems are proposed from the list of systems. */
export const proposedRegisters = ["approvals", "vendors", "devices"] as const;

/** Longer names fit no record. */
const LONGEST = 300;

/** What an exhibit proposes for registers. What was not read is not proposed, unless somebody might administer by it. */
export function proposalsIn(collected: Collected): readonly Proposal[] {
  return unique([
    ...administrators(collected),
    ...wished(collected),
    ...vendors(collected),
    ...devices(collected),
  ]).filter(({ title }) => title.length <= LONGEST);
}

/** A system that the company has, as a record of Systems. */
export const proposedSystem = ({ id, name }: { readonly id: string; readonly name: string }): Proposal =>
  proposal("systems", "", { title: name, detail: "In your list of systems", named: id, fields: { systemId: id } });

function administrators({ systemId, accounts, grants }: Collected): Proposal[] {
  const closed = new Set(
    (accounts?.members ?? [])
      .filter(({ facts }) => facts.active.is(false).outcome() === "pass")
      .map(({ key }) => key.id),
  );
  return (grants?.members ?? []).flatMap(({ label, facts }) => {
    const administers = facts.level.is("admin").and(facts.over.is("account")).outcome();
    const holder = known(facts.to);
    if (administers === "fail" || (holder !== null && closed.has(holder))) return [];
    const role = known(facts.role);
    const detail = administers === "pass" ? roleWords(role) : "What this role may do was not read";
    const fields = { subject: label, kind: "administrator", systemId };
    return [proposal("approvals", systemId, { title: label, detail, fields, names: holder === null ? [] : [holder] })];
  });
}

// What is no word for people, such as an id of a role, is not shown.
const roleWords = (role: string | null) =>
  role !== null && /^[\p{L} _-]{3,40}$/u.test(role)
    ? sentence(role.replaceAll("_", " ").toLowerCase())
    : "Administrator";
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

// Of one name a repository may be public and another outside production: the kind tells them apart.
const wished = ({ systemId, wished: all = [] }: Collected): Proposal[] =>
  all.map(({ kind, subject }) =>
    proposal("approvals", `${systemId}\n${kind}`, {
      title: subject,
      detail: "Named in the settings of its connection, and not approved: it counts as any other",
      fields: { subject, kind, systemId },
    }),
  );

// Microsoft lists the company's own applications: whose maker they are, they buy from nobody.
const isBought = ({ key }: Entry<"application">) => key.provider !== "microsoft-365";

const vendors = ({ applications }: Collected): Proposal[] =>
  (applications?.members ?? []).filter(isBought).map(({ label, facts }) => {
    const people = known(facts.people);
    const detail = people === null ? "An application" : people === 1 ? "1 person uses it" : `${people} people use it`;
    return proposal("vendors", "", { title: label, detail, fields: { name: label, applications: [label] } });
  });

function devices({ systemId, devices: found }: Collected): Proposal[] {
  return (found?.members ?? []).map(({ label, facts }) => {
    const kind = kindOf(facts.os);
    const fields = { name: label, systemId, ...(kind && { kind }) };
    return proposal("devices", systemId, { title: label, detail: known(facts.os) ?? "A device", fields });
  });
}

/** What an operating system says of a device: Windows and macOS run on desktops as well as on laptops. */
function kindOf(os: Fact<string>): string | undefined {
  const name = known(os)?.toLowerCase() ?? "";
  if (/^(ios|android)/.test(name)) return "phone";
  return name.startsWith("ipados") ? "tablet" : undefined;
}

interface Seen {
  readonly title: string;
  readonly detail: string;
  /** What it is told apart by where titles can change. */
  readonly named?: string;
  readonly fields: RecordFields;
  readonly names?: readonly string[];
}

const proposal = (register: string, scope: string, { named, names = [], ...seen }: Seen): Proposal => ({
  key: sha256OfText([register, scope, (named ?? seen.title).toLowerCase()].join("\n")),
  register,
  names,
  ...seen,
});

const unique = (all: readonly Proposal[]) => [...new Map(all.map((each) => [each.key, each])).values()];

/** A record of a register, as far as it can speak for a proposal. */
export interface StandingRecord {
  readonly fields: RecordFields;
  readonly endedReason: string | null;
}

/** Records that end so were never wanted: what they said is proposed again. */
export const UNDONE = "Import undone";

// Only these let somebody administer; another approval of the same account says nothing of it.
const ADMINISTERS = ["administrator", "emergency-account"];

/** Whether a record says already what is proposed. Of an approval that expired somebody has to be asked again. */
export function isRecorded(
  { register, title, names, fields }: Proposal,
  all: readonly StandingRecord[],
  today: string,
): boolean {
  const named = new Set([title, ...names].map((name) => name.toLowerCase()));
  const same = (value: FieldValue | undefined) => typeof value === "string" && named.has(value.toLowerCase());
  return all.some(({ fields: said, endedReason }) => {
    const { expiresOn, kind, systemId, subject, name, applications } = said;
    if (endedReason === UNDONE || (typeof expiresOn === "string" && expiresOn < today)) return false;
    if (register === "systems") return systemId === fields["systemId"];
    if (register === "approvals") {
      const wanted = fields["kind"];
      const says = wanted === "administrator" ? ADMINISTERS.includes(String(kind)) : kind === wanted;
      return same(subject) && systemId === fields["systemId"] && says;
    }
    return same(name) || (Array.isArray(applications) && (applications as readonly string[]).some(same));
  });
}
