import type { ProviderKey } from "#domain/provider.ts";
import { shapes as aws } from "./aws/shapes.ts";
import { shapes as github } from "./github/shapes.ts";
import { shapes as googleWorkspace } from "./google-workspace/shapes.ts";
import { shapes as installation } from "./installation/shapes.ts";
import { shapes as jira } from "./jira/shapes.ts";
import { shapes as microsoft365 } from "./microsoft-365/shapes.ts";
import { shapes as okta } from "./okta/shapes.ts";
import type { Mappings } from "./shape.ts";

/** How each connector maps what it reads to common shapes. */
export const mappings: Readonly<Record<ProviderKey, Mappings>> = {
  github,
  aws,
  "google-workspace": googleWorkspace,
  "microsoft-365": microsoft365,
  okta,
  jira,
  installation,
};
