import * as z from "zod";
import type { Manifest } from "../connector.ts";
import { endpoints } from "./endpoints.ts";
import { kinds } from "./kinds.ts";
import { methods } from "./methods.ts";
import { isThrottled } from "./refusal.ts";
import { forbidden, optional, required } from "./scopes.ts";

export const settings = z.strictObject({
  /** Buckets that are proposed for Approvals as public, such as a website's; the list leaves nothing out itself. */
  publicBuckets: z.array(z.string().max(63)).max(500).default([]),
});

export const manifest: Manifest = {
  id: "aws",
  version: 2,
  methods,
  endpoints,
  scopes: { required, optional, forbidden },
  // IAM and EC2 begin to refuse at some twenty requests a second; what others leave over is not ours.
  budget: { requests: 20, perSeconds: 1, atOnce: 5 },
  // A credential report takes AWS a moment to make: it says so with an error.
  limited: (status, body) => isThrottled(status, body) || (status === 404 && /<Code>ReportInProgress</.test(body)),
  kinds,
  settings,
  settingFields: [
    {
      name: "publicBuckets",
      label: "Propose public buckets",
      help: "Buckets that are public on purpose, one name a line. Each is left out once somebody else approves it under Approvals.",
      kind: "lines",
    },
  ],
};
