import * as z from "zod";
import type { SettingField, Settings } from "../connector.ts";

const names = z.array(z.string().trim().min(1).max(140)).max(1_000).default([]);

/** What a company may say about its organization. */
export const settings = z.object({
  /** Most owners that are still few. */
  maxOwners: z.number().int().min(2).max(50).default(5),
  /** Logins of outside collaborators who may write to private repositories. */
  approvedCollaborators: names,
  /** Repositories that may be public. */
  publicRepositories: names,
  /** Repositories that hold nothing of production: rules for changes do not apply to them. */
  notProduction: names,
});

export const settingFields: readonly SettingField[] = [
  {
    name: "maxOwners",
    label: "Most owners",
    help: "How many owners the organization may have.",
    kind: "number",
  },
  {
    name: "approvedCollaborators",
    label: "Approved outside collaborators",
    help: "People outside the organization who may write to private repositories, one login a line.",
    kind: "lines",
  },
  {
    name: "publicRepositories",
    label: "Public repositories",
    help: "Repositories that are public on purpose, one name a line.",
    kind: "lines",
  },
  {
    name: "notProduction",
    label: "Repositories outside production",
    help: "Repositories whose changes need no review because nothing of production comes from them, one name a line.",
    kind: "lines",
  },
];

/** The settings of a company, with defaults for what it left open. */
export function settingsOf(given: Settings): z.infer<typeof settings> {
  return settings.parse(given);
}

/** Whether a list of a company names a repository, by its name or with its owner in front. GitHub's names have no case. */
export function lists(list: readonly string[], fullName: string): boolean {
  const wanted = fullName.toLowerCase();
  const short = wanted.slice(wanted.indexOf("/") + 1);
  return list.some((name) => [wanted, short].includes(name.toLowerCase()));
}
