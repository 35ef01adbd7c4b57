import * as z from "zod";
import { publicEndpoint, change, query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

/** `owner/name`, as GitHub writes it. */
const repository = z
  .string()
  .trim()
  .max(140)
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/, "Write it as owner/name");

/** The name of a branch, without `refs/heads/`. */
const branch = z
  .string()
  .trim()
  .min(1, "Please enter a branch")
  .max(200)
  .regex(/^(?!refs\/)[^\s~^:?*[\\]+$/, "Write the branch's name, such as main");

const pipeline = z.strictObject({
  id,
  repository: z.string(),
  branch: z.string(),
  trustedBy: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

export const pipelines = {
  list: query({
    access: "apiTokens.manage",
    path: "/companies/{companyId}/pipelines",
    summary: "The pipelines that may import reports without a stored key",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      /** For whom a pipeline asks its platform to make its identity token. */
      audience: z.string(),
      pipelines: z.array(pipeline),
    }),
  }),
  trust: change({
    access: "apiTokens.manage",
    path: "/companies/{companyId}/pipelines",
    summary: "Trust the GitHub Actions workflows of one repository and branch to import reports",
    records: "pipeline.trusted",
    confirmed: true,
    perMinute: 30,
    input: z.strictObject({ companyId: id, repository, branch }),
    output: pipeline,
    fails: ["api-access-off", "pipeline-known", "too-many-pipelines", "confirm-identity"],
  }),
  remove: change({
    access: "apiTokens.manage",
    path: "/companies/{companyId}/pipelines/{pipelineId}",
    method: "DELETE",
    summary: "Trust a pipeline no longer; tokens it holds end at once",
    records: "pipeline.removed",
    input: z.strictObject({ companyId: id, pipelineId: id }),
    output: z.strictObject({ id }),
    fails: ["not-found"],
  }),
  exchange: publicEndpoint({
    path: "/pipelines/exchange",
    summary:
      "Exchange a pipeline's own identity token for an API token of 15 minutes that may import reports and nothing else",
    perMinute: 60,
    input: z.strictObject({ companyId: id, identityToken: z.string().min(1).max(16_384) }),
    output: z.strictObject({ token: z.string(), expiresAt: instant }),
    fails: ["pipeline-not-trusted", "pipeline-issuer-unreachable"],
  }),
};
