import type { Basis, BasisCounts, ControlStatus, Progress } from "../control-status.ts";
import type { CsvMapping } from "../csv-mapping.ts";
import type { Conclusion } from "../manual-tests/test-problem.ts";
import type { CheckOutcome } from "../verdict.ts";

// What a judge is: one classic script (no import, no export, no API of a host, a clock, a network or randomness) that sets
// `globalThis.exhibitJudge` to a Judge. The same question gives the same answer, letter for letter, in every engine.

/** What the script sets `globalThis.exhibitJudge` to. */
export interface Judge {
  /** Which release it is of, for people; a judge is known by the SHA-256 of its script. */
  readonly version: string;
  /** Takes a {@link JudgeQuestion} as JSON, answers a {@link JudgeAnswer} as JSON. Throws nothing. */
  judge(question: string): string;
}

/** What became of one question: the judge's text, or why there is none. */
export type JudgeRun =
  | { readonly answer: string }
  | { readonly stopped: "time" | "memory" | "error"; readonly message: string };

/**
 * Runs a judge that nobody vouches for, apart from everything else and with a bound on time and memory: as many runs as questions, in
 * their order. What the script throws, or answers otherwise than with a text, is `stopped` and rejects nothing.
 */
export type RunJudge = (code: string, questions: readonly string[]) => Promise<readonly JudgeRun[]>;

/** Instants are ISO 8601 in UTC to the millisecond, days are `2026-11-22`. */
export type JudgeQuestion = CollectionQuestion | RegistersQuestion | ReportQuestion | ControlsQuestion;

/** What the exhibit of a connection says of parts of checks. */
export interface CollectionQuestion {
  readonly kind: "collection";
  /** When it was judged first. */
  readonly instant: string;
  /** The sealed exhibit, `exhibit-collection/1`, as it is. */
  readonly input: unknown;
}

/** What a snapshot of a company's registers says of checks. */
export interface RegistersQuestion {
  readonly kind: "registers";
  /** When it was judged first. */
  readonly instant: string;
  readonly input: {
    /** The sealed exhibit, `exhibit-registers/1`, as it is. */
    readonly snapshot: unknown;
    /** Its pages, in its order. That they are those that it names is for whoever asks to see. */
    readonly pages: readonly unknown[];
    /** The sealed exhibits of connections that it names, in its order, as they are. */
    readonly collections: readonly unknown[];
  };
}

/** What another tool's report says of parts of checks. */
export interface ReportQuestion {
  readonly kind: "report";
  /** When it arrived, or, to ask again, when it was observed: what it says of an earlier day counts. */
  readonly instant: string;
  readonly input: {
    /** The file's text, unpacked. */
    readonly text: string;
    /** Of the file as it was sealed, hexadecimal. */
    readonly sha256: string;
    /** What it looked at, as was proved or said; empty where nobody did. */
    readonly target: string;
    /** How a CSV is read; null for every other format. */
    readonly mapping: CsvMapping | null;
  };
}

/** What a company's checks and controls come to. */
export interface ControlsQuestion {
  readonly kind: "controls";
  readonly instant: string;
  /** The systems, and what was decided about them. */
  readonly scope: ScopeInput;
  readonly input: ControlsInput;
}

export interface ScopeInput {
  readonly systems: readonly {
    readonly id: string;
    readonly name: string;
    readonly kinds: readonly string[];
    readonly provider: string | null;
    readonly sources: readonly string[];
    readonly ledgerIndex: number;
  }[];
  readonly decisions: readonly {
    /** One of these two is null. */
    readonly kind: string | null;
    readonly systemId: string | null;
    readonly declared: boolean;
    readonly reason: string;
    readonly until: string | null;
    readonly ledgerIndex: number;
  }[];
}

export interface ControlsInput {
  /** Those that the company's projects work with. */
  readonly frameworks: readonly string[];
  readonly answers: readonly AnswerInput[];
  readonly tests: readonly TestInput[];
  readonly filings: readonly FilingInput[];
  readonly documentDecisions: readonly {
    readonly document: string;
    readonly declared: boolean;
    readonly until: string | null;
    readonly ledgerIndex: number;
  }[];
  readonly applicability: readonly {
    readonly control: string;
    readonly applicable: boolean;
    readonly reason: string;
    readonly ledgerIndex: number;
  }[];
}

/** The newest answer of one source about one part. */
export interface AnswerInput {
  readonly check: string;
  /** Null for what speaks of less than a part, or of the whole check. */
  readonly aspect: string | null;
  readonly source: string;
  readonly outcome: CheckOutcome;
  readonly reason: string;
  readonly observedAt: string;
  readonly validUntil: string;
  /** Number of the exhibit that it was read from. */
  readonly number: number;
  /** That exhibit's place in the ledger. */
  readonly ledgerIndex: number;
}

/** A person's test, as it still stands. */
export interface TestInput {
  readonly check: string;
  readonly aspect: string | null;
  readonly conclusion: Conclusion;
  readonly reason: string;
  readonly testedAt: string;
  readonly validUntil: string;
  readonly withdrawn: boolean;
  readonly number: number;
  readonly ledgerIndex: number;
}

/** An item that was filed as an expected document. */
export interface FilingInput {
  readonly document: string;
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly filedAt: string;
  readonly ledgerIndex: number;
  /** Null while it waits for a review. */
  readonly accepted: boolean | null;
  /** Why it was returned; null where it was not. */
  readonly reason: string | null;
  /** Whether its item is what the registers say. */
  readonly printed: boolean;
  /** Whether whoever filed it reviewed it, because nobody else could. */
  readonly own: boolean;
  /** Of an own one: since when somebody else could review it, null where nobody could. Null of any other. */
  readonly anotherSince: string | null;
}

export type JudgeAnswer = PartsAnswer | ReportAnswer | ControlsAnswer | NoAnswer;

/** What was read from the exhibit of a connection. */
export interface PartsAnswer {
  readonly kind: "parts";
  readonly parts: readonly PartSaid[];
}

/** What was read from another tool's report. */
export interface ReportAnswer {
  readonly kind: "report";
  /** Tool and what it looked at. */
  readonly source: string;
  /** When it looked, as it says itself, or when it arrived. */
  readonly observedAt: string;
  readonly parts: readonly PartSaid[];
}

export interface PartSaid {
  readonly check: string;
  readonly aspect: string | null;
  readonly outcome: CheckOutcome;
  readonly reason: string;
  /** For so many days after it was observed it counts. */
  readonly validForDays: number;
  /** And for so many hours more; absent where it is for whole days. */
  readonly validForHours?: number;
  /** Under which name, where registers speak of one system; absent for what stands under the name of its exhibit. */
  readonly source?: string;
}

/** All checks of the library that the company is asked, and all controls, in its order. */
export interface ControlsAnswer {
  readonly kind: "controls";
  readonly checks: readonly CheckSaid[];
  readonly controls: readonly ControlSaid[];
}

export interface CheckSaid {
  readonly check: string;
  readonly outcome: CheckOutcome;
  readonly reason: string;
  readonly basis: Basis | null;
  readonly progress: Progress;
  readonly restsOn: RestsOn;
}

export interface ControlSaid {
  readonly control: string;
  readonly status: ControlStatus;
  readonly reason: string;
  readonly progress: Progress;
  readonly basis: BasisCounts;
  /** The checks whose verdicts it combines. */
  readonly checks: readonly string[];
  /** Of its documents and of a decision that it does not apply; its checks have their own. */
  readonly restsOn: RestsOn;
}

/** What a verdict rests on: numbers of exhibits, and places in the ledger, each once and in order. */
export interface RestsOn {
  readonly exhibits: readonly number[];
  readonly entries: readonly number[];
}

/** Why a judge answers no question of a kind that it has never heard of, as one of earlier days of reports. */
export const UNKNOWN_QUESTION = "this judge does not know such a question";

/** The judge cannot say: the question is none, or needs what it does not have. */
export interface NoAnswer {
  readonly kind: "none";
  readonly reason: string;
}
