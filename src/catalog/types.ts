/** The frameworks of the library, open ones and announced ones. */
export type FrameworkKey = "soc2" | "hipaa" | "iso27001" | "pcidss" | "fedramp" | "fisma" | "nistcsf" | "gdpr" | "ccpa";

export type EvidenceType = "Config" | "Policy" | "Document" | "Report";

/** How often a control is decided anew. */
export type Cadence = "hourly" | "daily" | "quarterly" | "annual";

/** Where a check's observations can come from; `upload` is a file a person or a pipeline files. */
export type CheckSource =
  | "github"
  | "aws"
  | "gcp"
  | "azure"
  | "google_workspace"
  | "entra"
  | "okta"
  | "jira"
  | "clio"
  | "upload";

export interface Check {
  readonly id: string;
  readonly title: string;
  readonly sources: readonly CheckSource[];
  /** What must be true for it to pass. */
  readonly predicate: string;
  /** Present when it concerns projects of these frameworks only. */
  readonly onlyFor?: readonly FrameworkKey[];
  /** Present on a check that this product adds to the library's reviewed facts. */
  readonly ours?: true;
}

/** A document that a person writes or receives, and that a control expects. */
export interface ExpectedEvidence {
  /** `auth.authentication-standard`: begins like the ids of its control's checks, is that of nothing else, and never changes. */
  readonly id: string;
  readonly type: EvidenceType;
  readonly title: string;
  /** Days after the end of the period that it covers for which it counts. */
  readonly validForDays: number;
  readonly onlyFor?: readonly FrameworkKey[];
}

/** What passing a control does not prove under one framework. */
export interface Limit {
  readonly framework: FrameworkKey;
  readonly note: string;
}

export interface Control {
  /** `XC-01` to `XC-22`. */
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly statement: string;
  readonly why: string;
  readonly domain: string;
  readonly cadence: Cadence;
  readonly checks: readonly Check[];
  readonly expectedEvidence: readonly ExpectedEvidence[];
  /** The one requirement id per framework that serves as a short label. */
  readonly lead: Readonly<Record<FrameworkKey, string>>;
  readonly limits: readonly Limit[];
  /** Requirement ids by framework. Touched by this control, not met by it: see `limits`. */
  readonly requirements: Readonly<Record<FrameworkKey, readonly string[]>>;
}

export type Level = "low" | "moderate" | "high" | "privacy";

export interface Requirement {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** SOC 2: the trust services category. */
  readonly category?: "security" | "availability" | "processing_integrity" | "confidentiality" | "privacy";
  readonly kind?: "standard" | "specification" | "notification" | "clause" | "annex" | "section" | "requirement";
  /** HIPAA: whether a specification is required or addressable. */
  readonly status?: "required" | "addressable";
  /** PCI DSS: the entities that a requirement binds. */
  readonly applies?: "all" | "service_provider" | "multi_tenant" | "old_terminals" | "issuer";
  /** PCI DSS: the requirement that took this one's place on 31 March 2025. */
  readonly supersededBy?: string;
  /** NIST CSF: one of its six functions. */
  readonly function?: string;
  /** FedRAMP and FISMA: the baselines that include it. */
  readonly levels?: readonly Level[];
  /** FedRAMP: the Rev5 classes of the Consolidated Rules for 2026 that include it. */
  readonly classes?: readonly ("B" | "C" | "D")[];
}

/** A framework without its requirement table, which is large: see `requirements.ts`. */
export interface Framework {
  readonly key: FrameworkKey;
  readonly name: string;
  readonly version: string;
  readonly authority: string;
  readonly citation: string;
  readonly description: string;
  /** Whose words the requirement titles are. */
  readonly rights: string;
  readonly scopeNote: string;
  /** False while a project of it cannot be created ("Coming Soon"). */
  readonly available: boolean;
  readonly requirementCount: number;
  readonly levels?: readonly Level[];
  readonly classes?: readonly ("B" | "C" | "D")[];
}
