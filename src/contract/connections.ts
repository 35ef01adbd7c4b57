import * as z from "zod";
import {
  askedScope,
  detail,
  linkMethod,
  provider,
  resourceChange,
  run,
  settingValue,
  stepReport,
  summary,
} from "./connection-shapes.ts";
import { change, query } from "./endpoint.ts";
import { id } from "./fields.ts";

const ofCompany = z.strictObject({ companyId: id });
const connectionPath = z.strictObject({ companyId: id, connectionId: id });
/** Values of a method's fields by name. Secrets are sealed for the worker at once. */
const values = z.record(z.string().max(60), z.string().max(20_000));
const limit = z.coerce.number().int().min(1).max(200).default(50);
/** Places in a list, as `next` gives them: microseconds, with an id where several have the same instant. */
const runsAfter = z.string().regex(/^\d{1,16}$/);
const changesAfter = z.string().regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const path = "/companies/{companyId}/connections";
const pathOfOne = "/companies/{companyId}/connections/{connectionId}";

const linked = z.strictObject({
  connectionId: id,
  /** Where the browser goes now; null where everything was typed. */
  redirectTo: z.string().nullable(),
});

export const connections = {
  list: query({
    access: "company.read",
    path,
    summary: "Every provider, those in beta where they are on, how it can be connected, and the accounts that are",
    input: ofCompany,
    output: z.array(
      z.strictObject({
        provider,
        methods: z.array(linkMethod),
        scopes: z.array(askedScope),
        connections: z.array(summary),
      }),
    ),
  }),
  get: query({
    access: "company.read",
    path: pathOfOne,
    summary: "One connection with its checks, permissions and settings",
    input: connectionPath,
    output: detail,
    fails: ["not-found"],
  }),
  runs: query({
    access: "company.read",
    path: `${pathOfOne}/runs`,
    summary: "What each hour brought, newest first, missed hours included",
    input: z.strictObject({ ...connectionPath.shape, after: runsAfter.optional(), limit }),
    output: z.strictObject({ runs: z.array(run), next: z.string().nullable() }),
    fails: ["not-found"],
  }),
  run: query({
    access: "company.read",
    path: `${pathOfOne}/runs/{runId}`,
    summary: "One run with the report of each step; ask again while it works",
    input: z.strictObject({ ...connectionPath.shape, runId: id }),
    output: z.strictObject({ ...run.shape, steps: z.array(stepReport) }),
    fails: ["not-found"],
  }),
  changes: query({
    access: "company.read",
    path: `${pathOfOne}/changes`,
    summary: "Which resources changed, and between which two runs, newest first",
    input: z.strictObject({
      ...connectionPath.shape,
      after: changesAfter.optional(),
      limit,
      checkId: z.string().max(100).optional(),
    }),
    output: z.strictObject({ changes: z.array(resourceChange), next: z.string().nullable() }),
    fails: ["not-found"],
  }),
  link: change({
    access: "connections.manage",
    path,
    summary: "Begin to connect an account: by the vendor's page, or by what is typed",
    records: "connection.begun",
    perMinute: 20,
    input: z.strictObject({ companyId: id, provider, method: z.string().max(60), values }),
    output: linked,
    fails: ["not-found", "connector-unavailable", "connection-input", "already-connected"],
  }),
  reconnect: change({
    access: "connections.manage",
    path: `${pathOfOne}/reconnect`,
    summary: "Give a connection new credentials for the same account, or try its key again with no values",
    records: "connection.begun",
    perMinute: 20,
    input: z.strictObject({ ...connectionPath.shape, method: z.string().max(60), values }),
    output: linked,
    fails: ["not-found", "connector-unavailable", "connection-input"],
  }),
  confirm: change({
    access: "connections.manage",
    path: `${pathOfOne}/confirm`,
    summary: "Confirm the account that was found; its first collection begins",
    records: "connection.connected",
    input: connectionPath,
    output: summary,
    fails: ["not-found", "already-connected", "connection-not-ready"],
  }),
  pause: change({
    access: "connections.manage",
    path: `${pathOfOne}/pause`,
    summary: "Collect nothing until it is resumed",
    records: "connection.paused",
    input: connectionPath,
    output: summary,
    fails: ["not-found", "connection-not-ready"],
  }),
  resume: change({
    access: "connections.manage",
    path: `${pathOfOne}/resume`,
    summary: "Collect again every hour",
    records: "connection.resumed",
    input: connectionPath,
    output: summary,
    fails: ["not-found", "connection-not-ready"],
  }),
  collect: change({
    access: "connections.collect",
    path: `${pathOfOne}/collect`,
    summary: "Collect now",
    records: "connection.asked",
    perMinute: 20,
    input: connectionPath,
    output: run,
    fails: ["not-found", "connection-not-ready", "already-collecting"],
  }),
  configure: change({
    access: "connections.manage",
    path: `${pathOfOne}/settings`,
    summary: "Change what the checks of a connection go by",
    records: "connection.configured",
    input: z.strictObject({ ...connectionPath.shape, settings: z.record(z.string().max(60), settingValue) }),
    output: detail,
    fails: ["not-found", "connection-input"],
  }),
  disconnect: change({
    access: "connections.manage",
    path: `${pathOfOne}/disconnect`,
    summary: "End the access at the vendor and forget the credentials; what was collected stays on file",
    records: "connection.disconnected",
    input: connectionPath,
    output: summary,
    fails: ["not-found"],
  }),
};
