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

/** Whether a list of a company names a repository, by its name or with its owner in front. GitHub's names have no case. */
export function lists(list: readonly string[], fullName: string): boolean {
  const wanted = fullName.toLowerCase();
  const short = wanted.slice(wanted.indexOf("/") + 1);
  return list.some((name) => [wanted, short].includes(name.toLowerCase()));
}
