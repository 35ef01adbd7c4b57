import type { Fact, Why } from "../facts/fact.ts";
import type { Population } from "../facts/population.ts";
import type { ProviderKey } from "../provider.ts";

// Shapes that connectors map what they read to, so that a question about accounts is written once and asked of every provider.

/** What names a thing at a provider for good: ids that are never given to something else, not names or addresses. */
export interface Key {
  readonly provider: ProviderKey;
  /** The account of the provider: organization, tenant, customer, site. */
  readonly scope: string;
  readonly id: string;
}

/** What is told of each shape. A fact that a connector does not read is declared there, and unread. */
export interface ShapeFacts {
  readonly account: {
    readonly class: Fact<"human" | "service" | "guest" | "root">;
    /** Not disabled: it could be used, or made usable by whoever it belongs to. */
    readonly active: Fact<boolean>;
    readonly canSignIn: Fact<boolean>;
    /** In lower case. */
    readonly email: Fact<string>;
    readonly createdAt: Fact<Date>;
    readonly lastSignInAt: Fact<Date | "never">;
    readonly secondFactor: Fact<"none" | "any">;
  };
  readonly grant: {
    /** The id of the account that has it. */
    readonly to: Fact<string>;
    readonly role: Fact<string>;
    /** `basic` is what every account has. */
    readonly level: Fact<"admin" | "write" | "read" | "basic">;
    /** Over the provider's whole account, or a part of it such as one repository. */
    readonly over: Fact<"account" | "part">;
    /** Not held, and may be taken on. */
    readonly eligible: Fact<boolean>;
    /** Whether what it is over is what customers depend on, and not a repository that was set aside. */
    readonly production: Fact<boolean>;
  };
  readonly device: {
    readonly os: Fact<string>;
    readonly managed: Fact<boolean>;
    readonly compliant: Fact<boolean>;
    readonly encrypted: Fact<boolean>;
    readonly serial: Fact<string>;
    /** The id of the account of whoever uses it; null where its provider names nobody. */
    readonly holder: Fact<string | null>;
    /** The day on which its provider last heard of it. */
    readonly lastSyncAt: Fact<Date>;
  };
  readonly application: {
    /** How many people use it, or let it in. */
    readonly people: Fact<number>;
    readonly scopes: Fact<readonly string[]>;
  };
  readonly repository: {
    readonly public: Fact<boolean>;
    readonly archived: Fact<boolean>;
    readonly production: Fact<boolean>;
    readonly secretScanning: Fact<boolean>;
    readonly pushProtection: Fact<boolean>;
    readonly dependencyAlerts: Fact<boolean>;
    readonly codeScanning: Fact<boolean>;
    /** Whether a team manages it: may change its settings, not its content alone. */
    readonly teamOwned: Fact<boolean>;
    /** Ids of accounts that manage it themselves, by no team and no role in the organization. */
    readonly managers: Fact<readonly string[]>;
  };
}

export type Shape = keyof ShapeFacts;

/** Every shape with its facts, in order. */
export const shapeFacts: { readonly [S in Shape]: readonly (keyof ShapeFacts[S])[] } = {
  account: ["class", "active", "canSignIn", "email", "createdAt", "lastSignInAt", "secondFactor"],
  grant: ["to", "role", "level", "over", "eligible", "production"],
  device: ["os", "managed", "compliant", "encrypted", "serial", "holder", "lastSyncAt"],
  application: ["people", "scopes"],
  repository: [
    "public",
    "archived",
    "production",
    "secretScanning",
    "pushProtection",
    "dependencyAlerts",
    "codeScanning",
    "teamOwned",
    "managers",
  ],
};

export const shapes = Object.keys(shapeFacts) as readonly Shape[];

/** One thing, in its common shape. */
export interface Entry<S extends Shape> {
  readonly key: Key;
  /** As its provider names it, for people to read. */
  readonly label: string;
  readonly facts: ShapeFacts[S];
}

/**
 * What a connector read of a shape. Of grants a whole population has all that reach over the whole account; those over parts are listed
 * as far as the connector reads them.
 */
export type ShapePopulation<S extends Shape> = Population<Entry<S>>;

/** Facts of a shape that a connector does not read, each with why. */
export type Lacks<S extends Shape> = { readonly [F in keyof ShapeFacts[S]]?: Why };
