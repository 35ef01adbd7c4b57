import * as z from "zod";
import type { SettingField } from "../connector.ts";
import { defaults } from "./company-settings.ts";

const names = z.array(z.string().trim().min(1).max(140)).max(1_000);

/** What a company may say about its organization. */
export const settings = z.object({
  /** Most owners that are still few. */
  maxOwners: z.number().int().min(2).max(50).default(defaults.maxOwners),
  /** Logins of outside collaborators who may write to private repositories. */
  approvedCollaborators: names.default([...defaults.approvedCollaborators]),
  /** Repositories that may be public. */
  publicRepositories: names.default([...defaults.publicRepositories]),
  /** Repositories that hold nothing of production: rules for changes do not apply to them. */
  notProduction: names.default([...defaults.notProduction]),
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
