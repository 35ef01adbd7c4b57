import { oc } from "@orpc/contract";
import type { ContractProcedure, ErrorMap, HTTPPath } from "@orpc/contract";
import type * as z from "zod";
import type { CompanyAction } from "#domain/access.ts";
import { failures, wireCode } from "./failures.ts";
import type { FailureName } from "./failures.ts";

/**
 * Who may call an endpoint. There is no default: an endpoint without `access` does not compile.
 * `platform-admin` is who runs the installation, as the database says. A company action means: a member of the company in the path whose role allows that action.
 */
export type Access = "anyone" | "signed-in" | "platform-admin" | CompanyAction;

/** `noun.pastTense`: what the company's ledger will say happened. */
export type LedgerEvent = `${string}.${string}`;

/**
 * query: reads. change: alters one company and leaves its ledger entry. account: what concerns no company, signed in or not.
 * platform: alters what belongs to the whole installation.
 * upload, download and events move bytes instead of JSON and are served as streams.
 */
export type EndpointKind = "query" | "change" | "account" | "platform" | "upload" | "download" | "events";

interface Declaration<I, O, F> {
  readonly access: Access;
  readonly path: HTTPPath;
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  readonly fails?: readonly F[];
  /** What a signed-out caller is told; `signed-out` unless the specification has its own sentence. */
  readonly signedOut?: FailureName;
  /** Tries per minute and client address, on top of the general limit. */
  readonly perMinute?: number;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An endpoint is data: routes, the typed client, the API document and the sweeps are derived from it. */
export interface Endpoint<
  K extends EndpointKind = EndpointKind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  F extends FailureName = FailureName,
> extends Declaration<I, O, F> {
  readonly kind: K;
  readonly method: Method;
  readonly fails: readonly F[];
  readonly records?: LedgerEvent;
  readonly procedure: ContractProcedure<I, O, ErrorMap, Record<never, never>>;
}

function errorMap(names: readonly FailureName[]): ErrorMap {
  return Object.fromEntries(
    names.map((name) => [wireCode(name), { status: failures[name].status, message: failures[name].says }]),
  );
}

function endpoint<K extends EndpointKind, I extends z.ZodType, O extends z.ZodType, F extends FailureName>(
  kind: K,
  method: Method,
  declared: Declaration<I, O, F> & { records?: LedgerEvent },
): Endpoint<K, I, O, F> {
  const fails = declared.fails ?? [];
  const procedure = oc
    .route({
      method,
      path: declared.path,
      summary: declared.summary,
      description: describe(kind, declared.access, declared.records),
      successStatus: kind === "upload" ? 201 : 200,
    })
    .errors(errorMap(fails))
    .input(declared.input)
    .output(declared.output);
  return { ...declared, kind, method, fails, procedure };
}

function describe(kind: EndpointKind, access: Access, records?: LedgerEvent): string {
  const who = {
    anyone: "Anyone may call this.",
    "signed-in": "Needs a session.",
    "platform-admin": "Needs a session of a platform admin.",
  }[access as string];
  const rule = who ?? `Needs a membership in the company whose role allows \`${access}\`.`;
  const entry = records ? ` Writes \`${records}\` to the company's ledger.` : "";
  const body = {
    upload: " The request body is the file itself; the other fields go into the query string.",
    download: " Answers with the file.",
    events: " Answers with server-sent events until the work has ended.",
  }[kind as string];
  return rule + entry + (body ?? "");
}

/** Reads and changes nothing. */
export function query<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F>,
): Endpoint<"query", I, O, F> {
  return endpoint("query", "GET", declared);
}

/** Alters one company: its handler must return the answer together with the ledger entry. */
export function change<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { method?: Method; records: LedgerEvent },
): Endpoint<"change", I, O, F> {
  return endpoint("change", declared.method ?? "POST", declared);
}

/** Concerns no company, so no ledger speaks of it: the caller's own account, or what a visitor sends us. */
export function account<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { method?: Method },
): Endpoint<"account", I, O, F> {
  return endpoint("account", declared.method ?? "POST", declared);
}

/** Alters what belongs to the whole installation, so no company's ledger speaks of it. */
export function platform<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { access: "platform-admin" },
): Endpoint<"platform", I, O, F> {
  return endpoint("platform", "POST", declared);
}

/** Receives a file as the request body, streamed; `input` is the query string and path. */
export function upload<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { records: LedgerEvent },
): Endpoint<"upload", I, O, F> {
  return endpoint("upload", "POST", declared);
}

/** Sends a file. */
export function download<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F>,
): Endpoint<"download", I, O, F> {
  return endpoint("download", "GET", declared);
}

/** Sends server-sent events; `output` is the shape of each event's data. */
export function events<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F>,
): Endpoint<"events", I, O, F> {
  return endpoint("events", "GET", declared);
}
