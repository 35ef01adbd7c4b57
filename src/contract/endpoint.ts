import { oc } from "@orpc/contract";
import type { ContractProcedure, ErrorMap, HTTPPath } from "@orpc/contract";
import type * as z from "zod";
import type { CompanyAction } from "#domain/access.ts";
import type { EventName } from "#domain/events/index.ts";
import { failures, wireCode } from "./failures.ts";
import type { FailureName } from "./failures.ts";

/**
 * Who may call an endpoint. There is no default: an endpoint without `access` does not compile.
 * A company action means: a member of the company in the path whose role allows that action. A platform admin runs this
 * instance, and has signed in with a second factor.
 */
export type Access = "anyone" | "signed-in" | "platform-admin" | CompanyAction;

/**
 * query: reads. change: alters one company and leaves its ledger entry. draft: keeps what is the caller's own in a company,
 * such as an unfinished form, of which no ledger speaks. public: what anyone may ask who is not signed in.
 * self: the caller's own account. platform: what a platform admin reads or alters.
 * batch: files many things at once, as JSON that holds their bytes.
 * upload, download and events move bytes instead of JSON and are served as streams.
 */
export type EndpointKind =
  | "query"
  | "change"
  | "draft"
  | "public"
  | "self"
  | "platform"
  | "batch"
  | "upload"
  | "download"
  | "events";

const MIB = 1024 * 1024;

/** The largest JSON body that an endpoint of a kind reads, in bytes. */
export const maxJsonBytes = (kind: EndpointKind): number => (kind === "batch" ? 8 * MIB : MIB);

interface Declaration<I, O, F> {
  readonly access: Access;
  readonly path: HTTPPath;
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  readonly fails?: readonly F[];
  /** What a signed-out caller is told; `signed-out` unless the specification has its own sentence. */
  readonly signedOut?: FailureName;
  /** Only for whom it was a quarter of an hour at most since they showed who they are; refuses `confirm-identity`. */
  readonly confirmed?: boolean;
  /** Tries per minute and client address, on top of the general limit. */
  readonly perMinute?: number;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An endpoint is data: routes, the typed client, the API document and the contract tests are derived from it. */
export interface Endpoint<
  K extends EndpointKind = EndpointKind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  F extends FailureName = FailureName,
> extends Declaration<I, O, F> {
  readonly kind: K;
  readonly method: Method;
  readonly fails: readonly F[];
  /** What the company's ledger will say happened: one of the events that `src/domain/events` declares. */
  readonly records?: EventName;
  readonly procedure: ContractProcedure<I, O, ErrorMap, Record<never, never>>;
}

function errorMap(names: readonly FailureName[]): ErrorMap {
  return Object.fromEntries(
    names.map((name) => [wireCode(name), { status: failures[name].status, message: failures[name].message }]),
  );
}

function endpoint<K extends EndpointKind, I extends z.ZodType, O extends z.ZodType, F extends FailureName>(
  kind: K,
  method: Method,
  declared: Declaration<I, O, F> & { records?: EventName },
): Endpoint<K, I, O, F> {
  const fails = declared.fails ?? [];
  const procedure = oc
    .route({
      method,
      path: declared.path,
      summary: declared.summary,
      description: describe(kind, declared.access, declared.records),
      successStatus: kind === "upload" || kind === "batch" ? 201 : 200,
    })
    .errors(errorMap(fails))
    .input(declared.input)
    .output(declared.output);
  return { ...declared, kind, method, fails, procedure };
}

function describe(kind: EndpointKind, access: Access, records?: EventName): string {
  const who = {
    anyone: "Anyone may call this.",
    "signed-in": "Needs a session.",
    "platform-admin": "Needs a platform admin who signed in with a second factor.",
  }[access as string];
  const rule = who ?? `Needs a membership in the company whose role allows \`${access}\`.`;
  const entry = records ? ` Writes \`${records}\` to the company's ledger.` : "";
  const body = {
    batch: ` The request body is JSON of at most ${maxJsonBytes(kind) / MIB} MiB. Either everything in it is filed, or nothing.`,
    upload: " The request body is the file itself; the other fields go into the query string.",
    download: " Answers with the file.",
    events: " Answers with server-sent events until the work has ended.",
  }[kind as string];
  return rule + entry + (body ?? "");
}

/** Reads and changes nothing. By POST where what is asked about is too long for an address. */
export function query<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { method?: "POST" },
): Endpoint<"query", I, O, F> {
  return endpoint("query", declared.method ?? "GET", declared);
}

/** Alters one company: its handler must return the answer together with the ledger entry. */
export function change<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { method?: Method; records: EventName },
): Endpoint<"change", I, O, F> {
  return endpoint("change", declared.method ?? "POST", declared);
}

/** Keeps what is the caller's own in one company and concerns nobody else there. */
export function draftEndpoint<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { method: Method },
): Endpoint<"draft", I, O, F> {
  return endpoint("draft", declared.method, declared);
}

type Open<I, O, F> = Omit<Declaration<I, O, F>, "access"> & { method?: Method };

/** What nobody needs a session for: the ways in, and what a visitor sends us. */
export function publicEndpoint<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Open<I, O, F>,
): Endpoint<"public", I, O, F> {
  return endpoint("public", declared.method ?? "POST", { ...declared, access: "anyone" });
}

/** The caller's own account. It concerns no company, so no ledger speaks of it. */
export function selfEndpoint<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Open<I, O, F>,
): Endpoint<"self", I, O, F> {
  return endpoint("self", declared.method ?? "POST", { ...declared, access: "signed-in" });
}

/** What a platform admin reads or alters; never what belongs to a company. */
export function platformEndpoint<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Open<I, O, F>,
): Endpoint<"platform", I, O, F> {
  return endpoint("platform", declared.method ?? "POST", { ...declared, access: "platform-admin" });
}

/**
 * Receives a file, or a part of one, as the request body, streamed; `input` is the query string and path. `records` is
 * left out where nothing is filed yet.
 */
export function upload<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { records?: EventName },
): Endpoint<"upload", I, O, F> {
  return endpoint("upload", "POST", declared);
}

/** Files many things of one company at once, all or nothing. */
export function batch<I extends z.ZodType, O extends z.ZodType, F extends FailureName = never>(
  declared: Declaration<I, O, F> & { records: EventName },
): Endpoint<"batch", I, O, F> {
  return endpoint("batch", "POST", declared);
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
