import type * as z from "zod";
import type { ProviderKey } from "#domain/provider.ts";
import type { ConnectorCheck } from "./check.ts";
import type { Http } from "./http.ts";
import type { LinkMethod } from "./link-method.ts";

/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Reads one kind of account, and never writes. A connector is pure: the same settings, answers of the vendor, clock and
 * cursor give the same items in the same order. It has no database, environment, randomness or network of its own;
 * everything comes through what a step is given. `src/connectors/index.ts` lists all of them.
 */
export interface Connector {
  readonly manifest: Manifest;
  /** Whom we are connected to, and what we were granted. The first request after linking, and of every run. */
  probe(context: ProbeContext): Promise<Account>;
  /** In this order; a later step may read the items of an earlier one. */
  readonly steps: readonly Step[];
  readonly checks: readonly ConnectorCheck[];
}

export interface Manifest {
  readonly id: ProviderKey;
  /** Grows when requests or the shape of items change; stored with everything that was collected. */
  readonly version: number;
  /** The preferred way first. */
  readonly methods: readonly LinkMethod[];
  /** Every host it may talk to, by the name that requests use. Nothing else is reachable. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly scopes: {
    /** Without one of these the steps that need it are denied; linking says so and goes on. */
    readonly required: readonly Scope[];
    readonly optional: readonly Scope[];
    /** A grant that matches one of these can write: the connection is refused at linking and stopped at every run. */
    readonly forbidden: readonly RegExp[];
  };
  /** What the vendor allows one customer; half of it is used, so that their other tools keep working. */
  readonly budget: { readonly requests: number; readonly perSeconds: number; readonly atOnce: number };
  /** Answers of the vendor that mean "slow down" beyond 429, 503 and Retry-After, such as Google's 403 rateLimitExceeded. */
  limited?(status: number, body: string): boolean;
  /** The normalised shape of each kind of item: an allow-list of fields. What it does not name is never stored. */
  readonly kinds: Readonly<Record<string, z.ZodType<Json>>>;
  /** What the company may set once it is connected, such as Jira's JQL; {} is always valid input and gives the defaults. */
  readonly settings: z.ZodType<Settings>;
  /** The form for these settings, in order. */
  readonly settingFields: readonly SettingField[];
}

export type Settings = Readonly<Record<string, Json>>;

/** A setting as the Manage panel asks for it. */
export interface SettingField {
  readonly name: string;
  readonly label: string;
  /** One sentence, plain words. */
  readonly help: string;
  readonly kind: "text" | "lines" | "number" | "switch";
}

/** A vendor's name for a permission to read, and what it lets us read, in plain words that follow "Read". */
export interface Scope {
  readonly name: string;
  readonly reads: string;
}

/** A host. `origin` may depend on what was typed at linking (Okta's domain); then `host` is what it must match, whole. */
export type Endpoint =
  | { readonly origin: string }
  | { readonly origin: (account: Readonly<Record<string, string>>) => string; readonly host: RegExp };

/** The account behind a connection, as the vendor names it. */
export interface Account {
  /** The vendor's immutable id: organisation id, account number, customer id, tenant id, cloud id. */
  readonly id: string;
  /** The name that people know it by. */
  readonly label: string;
  /** Scopes that the vendor says we hold; undefined where it does not tell. */
  readonly granted: readonly string[] | undefined;
  /** Public facts that steps need, such as the cloud id or the organisation's login. Never a secret. */
  readonly facts: Readonly<Record<string, string>>;
}

export interface ProbeContext {
  readonly http: Http;
  /** What was typed at linking and is no secret, by field name. */
  readonly typed: Readonly<Record<string, string>>;
  /** The way it was linked: an id of `manifest.methods`. */
  readonly method: string;
  now(): Date;
}

/** One part of a run, collected and reported by itself: complete, or with the reason why it is not. */
export interface Step {
  /** In kebab case; unique in its connector, and stable. */
  readonly id: string;
  /** What is being read, as people see it while it runs: "Branch rules". */
  readonly title: string;
  /** Kinds of items that it yields: names of `manifest.kinds`. */
  readonly kinds: readonly string[];
  /** Names of scopes without which it is denied. */
  readonly scopes: readonly string[];
  /** Hours between two collections of a costly step; between them the items of the last one stand with their own time. 1 if absent. */
  readonly everyHours?: number;
  /**
   * Yields items, and a checkpoint wherever it is safe to go on from. A request that fails throws `RequestFailed`, which ends
   * this step only: the engine records what it was. A single resource that could not be read becomes an item with a `gap`
   * (see `gapOf`), and the step goes on.
   */
  collect(context: StepContext): AsyncIterable<EvidenceItem | Checkpoint>;
}

export interface StepContext extends ProbeContext {
  readonly account: Account;
  readonly settings: Settings;
  /** Items of this kind from earlier steps of the same run. */
  items(kind: string): readonly EvidenceItem[];
  /** Where an interrupted run of this step stopped; undefined at the beginning. */
  readonly cursor: Json | undefined;
}

/** One thing that was observed. */
export interface EvidenceItem {
  readonly kind: string;
  readonly subject: Subject;
  /** Must fit `manifest.kinds[kind]`; null where `gap` says why there is nothing. */
  readonly data: Json;
  /** When the vendor answered: its Date header, or a better time that it names (a credential report's). ISO 8601. */
  readonly observedAt: string;
  /** Why this one could not be read, in a clause: "403 Forbidden, needs administration:read". Judged unknown. */
  readonly gap?: string;
}

export interface Subject {
  /** "repository", "user", "bucket": a noun in the singular, lower case. */
  readonly type: string;
  /** The vendor's immutable id, never a name that can be given to something else. */
  readonly id: string;
  readonly label: string;
}

export interface Checkpoint {
  readonly checkpoint: Json;
}

/** How a step ended. Only `complete` lets silence mean that there is nothing. */
export interface StepReport {
  readonly step: string;
  readonly status: "complete" | "denied" | "unavailable" | "truncated" | "failed";
  readonly pages: number;
  readonly items: number;
  /** ISO 8601; of a step that was not due, when it was really collected. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Scopes that would have let it complete, where the vendor or the manifest names them. */
  readonly missing: readonly string[];
  /** One clause for people, without secrets: "403 Forbidden at /orgs/acme/hooks". Empty when complete. */
  readonly detail: string;
}
