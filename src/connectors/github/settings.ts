import * as z from "zod";
import type { SettingField } from "../connector.ts";
import { defaults } from "./company-settings.ts";

const names = z.array(z.string().trim().min(1).max(140)).max(1_000);

/** What a company may say about its organization. */
export const settings = z.object({
  /** Most owners that are still few. */
  maxOwners: z.number().int().min(2).max(50).default(defaults.maxOwners),
  /** Outside collaborators who are proposed for Approvals as allowed to write; the list leaves nobody out itself. */
  approvedCollaborators: names.default([...defaults.approvedCollaborators]),
  /** Repositories that are proposed for Approvals as public; the list leaves nothing out itself. */
  publicRepositories: names.default([...defaults.publicRepositories]),
  /** Repositories that are proposed for Approvals as holding nothing of production; the list leaves nothing out itself. */
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
    label: "Propose outside collaborators",
    help: "People outside the organization who may write to private repositories, one login a line. Each is left out once somebody else approves it under Approvals.",
    kind: "lines",
  },
  {
    name: "publicRepositories",
    label: "Propose public repositories",
    help: "Repositories that are public on purpose, one name a line. Each is left out once somebody else approves it under Approvals.",
    kind: "lines",
  },
  {
    name: "notProduction",
    label: "Propose repositories outside production",
    help: "Repositories from which nothing of production comes, one name a line. Each is left out once somebody else approves it under Approvals.",
    kind: "lines",
  },
];
