import type { ProviderKey } from "../provider.ts";
import type { DrawnData } from "./drawn-data.ts";
import type { FormerKind } from "./former-kind.ts";
import type { FormerlyAsked } from "./formerly-asked.ts";
import type { FieldValue, RecordState } from "./register.ts";
import type { SameBefore } from "./same-before.ts";
import type { ScreeningScope } from "./screenings.ts";

/** How results name their source where registers answered; nothing else may answer under it. */
export const REGISTERS = "Exhibit registers";
/** How they name it where they speak of one system, by the name under which its connection's results stand. */
export const registersOn = (source: string): string => `${REGISTERS} (${source})`;
/** Whether results stand under the name of the registers; letters of any case, so that no report comes near it. */
export const isOfRegisters = (source: string): boolean =>
  source.trim().toLowerCase().startsWith(REGISTERS.toLowerCase());
/** The list of a snapshot that says of each requirement of the frameworks in use whether it applies. */
export const APPLICABILITY = "applicability";
/** The part of a check that registers answer. */
export const REGISTER_ASPECT = "register";
/** How a sealed exhibit of registers begins. */
export const SNAPSHOT_FORMAT = "exhibit-registers/1";
/** Records of one page, by their numbers: a changed record seals one page anew. */
export const PAGE_ROWS = 500;

/** What stands for a personal or confidential value: its HMAC-SHA-256, hexadecimal. */
export interface HiddenValue {
  readonly sha256: string;
}

/** How a promised day was moved. */
export interface MovedDay {
  readonly from: string;
  readonly to: string;
  readonly at: string;
  /** By somebody other than the owner. */
  readonly another: boolean;
}

/** What holders of devices say: nothing yet, that they have it, that they do not, or that it was lost or stolen. */
export const holderAnswers = ["nothing", "has", "denies", "lost"] as const;
export type HolderAnswer = (typeof holderAnswers)[number];

/** A record as a page has it. */
export interface SnapshotRow {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly state: RecordState;
  readonly fields: Readonly<Record<string, FieldValue | HiddenValue>>;
  /** `another`: by somebody who wrote none of it. */
  readonly approval: { readonly at: string; readonly another: boolean } | null;
  /** Exhibits that it cites and that were withdrawn since. */
  readonly withdrawn: readonly string[];
  /** Of exhibits that it cites where only some types of items count, which type each is. */
  readonly types?: Readonly<Record<string, string>>;
  /** Of exhibits that it cites where it is asked when they were made, when each was there at the latest: collected or filed. */
  readonly made?: Readonly<Record<string, string>>;
  /** How the day that it promises was moved, in order; of those whose day was. */
  readonly moved?: readonly MovedDay[];
  /** Of an incident that said earlier that it was discovered than it says now, and that another person has not approved so: that time. */
  readonly discoveredFirst?: string;
  /** When it was last changed; of registers that ask for it alone. */
  readonly changedAt?: string;
  /** Of one that its register's confirmation was about: its version then, and which of the confirmed fields are otherwise now. */
  readonly confirmed?: { readonly version: number; readonly changed: readonly string[] };
  /** When it was ended, in Exhibit; of ended ones alone. */
  readonly endedAt?: string;
  /** That it was approved once, as it was then; of records that were. */
  readonly approvedBefore?: true;
  /**
   * Of ended ones whose register asks for a second person: that one approved the end, or whoever ended it where nobody else could; null
   * while that is missing.
   */
  readonly endApproval?: { readonly at: string; readonly another: boolean } | null;
  /** Of people: the earliest day on which they started, by what their record says and by what it ever said. */
  readonly firstStart?: string;
  /** Of people whose last day is stated: when it was last written, in Exhibit. */
  readonly endSaidAt?: string;
  /** Of devices: what their holder said last of having it, since the record names them; absent in older snapshots. */
  readonly holderSays?: HolderAnswer;
  /** Of people: whether an active account in Exhibit has their email address; null where they have none. */
  readonly account: boolean | null;
  /** Their accounts in connected systems; of people alone. */
  readonly accounts?: readonly MatchedAccount[];
}

/** An account as its provider names it for good. */
export interface AccountKey {
  readonly provider: ProviderKey;
  readonly scope: string;
  readonly id: string;
}

/** Whose account it is, and how that is known: by its address, at a domain that was proved, or because somebody said so. */
export interface MatchedAccount extends AccountKey {
  readonly by: "email" | "decision";
}

/** A connection whose newest exhibit is read beside the registers. */
export interface ReadCollection {
  /** Its number, and the SHA-256 of its bytes, hexadecimal. */
  readonly exhibit: string;
  readonly sha256: string;
  /** The name under which its results stand, and the system it belongs to. */
  readonly source: string;
  /** Whose account it is of; snapshots of before do not say it. */
  readonly provider?: string;
  readonly systemId: string;
  /** When accounts were last seen so: an exhibit is renewed while nothing changes. */
  readonly seenAt: string;
}

/** Up to 500 records of a register; the exhibit names it by the SHA-256 of its canonical JSON. */
export interface SnapshotPage {
  readonly register: string;
  readonly rows: readonly SnapshotRow[];
}

/** A system in scope. */
export interface AskedSystem {
  readonly systemId: string;
  readonly name: string;
  /** Its connections that are not disconnected, by the names under which their results stand. */
  readonly sources: readonly string[];
}

/** Which frameworks a company's projects work with, which systems in scope say who has an account, and who may approve a policy. */
export interface PolicyScope {
  readonly frameworks: readonly string[];
  /** Null where nobody answered whether there is one. */
  readonly identityProviders: readonly AskedSystem[] | null;
  /** By their accounts in Exhibit, each with since when they are a member. */
  readonly approvers: readonly { readonly id: string; readonly since: string }[];
  /** Accounts in Exhibit that are one person's, in groups; none where nobody has two. */
  readonly sameAccounts: readonly (readonly string[])[];
  /** Those that were, which counts for what was done until then. */
  readonly sameBefore: readonly SameBefore[];
  /** Of which kind people were before; absent in older snapshots, of which it is not known who was asked. */
  readonly formerKinds?: readonly FormerKind[];
}

/** Which systems in scope host code, each with its connections as for identity providers. */
export interface TrainingScope {
  readonly codeHosting: PolicyScope["identityProviders"];
}

/** What checks of the program are asked of: systems and controls in scope. */
export interface ProgramScope {
  readonly systems: readonly { readonly systemId: string; readonly name: string; readonly kinds: readonly string[] }[];
  /** Kinds of systems of which nobody said whether there are any. */
  readonly unanswered: readonly string[];
  /** Controls that were not declared not applicable. */
  readonly controls: readonly string[];
  /** Who owned a control within two years, from when until when, by their record of People; null where they have none there. */
  readonly owners: readonly OwnedControl[];
}

/** That somebody owned a control; until null, they still do. */
export interface OwnedControl {
  readonly control: string;
  readonly personId: string | null;
  readonly from: string;
  readonly until: string | null;
}

/** Since when a second person could do what these roles may, in place of who acted alone; null where nobody else could. */
export interface AnotherSince {
  readonly contributors: string | null;
  readonly managers: string | null;
}

/** Which systems in scope say since when people have accounts, as for policies. */
export type TermsScope = Pick<PolicyScope, "identityProviders">;

/** A part that a snapshot says something of; `source` where it is of one system. */
export interface PartOfSnapshot {
  readonly check: string;
  readonly aspect: string | null;
  readonly source?: string | undefined;
}

/** What tells such parts apart. */
export const partKey = ({ check, aspect, source }: PartOfSnapshot): string =>
  JSON.stringify([check, aspect, source ?? REGISTERS]);

/** The sealed exhibit: every register in a line, and what else its checks ask. */
export interface SnapshotManifest {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly takenAt: string;
  readonly registers: readonly {
    readonly key: string;
    /** Records that have not ended. */
    readonly count: number;
    /** `digest`: over the records that it is about; absent of screenings, which are sealed without their ids. */
    readonly confirmation: {
      readonly at: string;
      readonly until: string;
      readonly count: number;
      readonly digest?: string;
    } | null;
    /** SHA-256 of its pages, hexadecimal, in order. */
    readonly pages: readonly string[];
  }[];
  /** In this order their exhibits are read. */
  readonly collections: readonly ReadCollection[];
  /** Accounts that somebody said belong to programs, each until it is asked again. */
  readonly programs: readonly (AccountKey & { readonly until: string })[];
  /** What the checks of policies ask beside them; absent where the company has none. */
  readonly policies?: PolicyScope;
  /** What the checks of training ask beside it; absent where nobody finished a course. */
  readonly training?: TrainingScope;
  /** What the check of screenings asks beside them; absent where the company has none. */
  readonly screenings?: ScreeningScope;
  /** What checks of tests and risks are asked of; absent where the company has none. */
  readonly scope?: ProgramScope;
  /** What the check of signed terms asks beside them; absent where the company keeps none here. */
  readonly terms?: TermsScope;
  /** The diagrams that were drawn from the registers and accepted last; absent where there are none. */
  readonly drawn?: DrawnData;
  /** What one person alone took out of what is asked of records; absent in older snapshots. */
  readonly formerlyAsked?: readonly FormerlyAsked[];
  /** Records of People that are one person's, in groups, by what the company keeps of them; none where nobody has two. */
  readonly samePeople: readonly (readonly string[])[];
  /** The same of records that were, until somebody who is none of them has confirmed People since; absent where there are none. */
  readonly formerlySame?: readonly (readonly string[])[];
  /** What was done alone counts by this; where it is absent, as in older snapshots, it does not. */
  readonly anotherSince?: AnotherSince;
  /** Controls that failed then. */
  readonly failingControls: readonly string[];
  /** Controls that passed then; absent where no risk asks for it. */
  readonly passingControls?: readonly string[];
  /** What an earlier snapshot passed and this one says nothing of; absent where there is nothing. */
  readonly passedBefore?: readonly PartOfSnapshot[];
  /** That the registers could not be read: of what passed before nothing is known, and nothing else is here. */
  readonly notRead?: true;
  /** Checks that the registers failed when they decided them last; where it is absent, as in older snapshots, any of them may have failed. */
  readonly failedLast?: readonly string[];
  /** The same of parts at single systems, under the names of which registers speak of these. */
  readonly failedParts?: readonly PartOfSnapshot[];
  /** Which judge judged it, and when; absent where none was built. */
  readonly judged?: { readonly judge: string; readonly at: string };
}
