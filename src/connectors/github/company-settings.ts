import type { Settings } from "../connector.ts";

/** What a company has said about its organization; `settings.ts` has what each means, and refuses what is none. */
interface CompanySettings {
  readonly maxOwners: number;
  readonly approvedCollaborators: readonly string[];
  readonly publicRepositories: readonly string[];
  readonly notProduction: readonly string[];
}

export const defaults: CompanySettings = {
  maxOwners: 5,
  approvedCollaborators: [],
  publicRepositories: [],
  notProduction: [],
};

/** The settings that a run went by, with defaults for what it left open. They were read by `settings` before. */
export function settingsOf(given: Settings): CompanySettings {
  return { ...defaults, ...given };
}

/** How decisions name a repository: with its owner in front, or without. */
export const namesOf = (fullName: string): readonly string[] => [fullName, fullName.slice(fullName.indexOf("/") + 1)];
