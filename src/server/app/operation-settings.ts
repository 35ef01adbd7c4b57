import * as z from "zod";
import { setting, wholeNumber } from "../setting.ts";
import type { TracingSettings } from "./open-tracing.ts";
import type { LogLevel } from "./logging.ts";
import type { Values } from "./settings.ts";

/** What those who run an installation watch it by. */
export const operationSettings = {
  DRAIN_SECONDS: setting({
    fallback: "`0`; `2` with `NODE_ENV=production`",
    meaning:
      "how long a process that is told to stop still takes requests while `/readyz` answers 503, so that a load balancer sends it no more",
    schema: wholeNumber(0, 60),
    must: "be a whole number between 0 and 60",
  }),
  FINISH_SECONDS: setting({
    fallback: "`7`",
    meaning:
      "how long requests under way may take to finish after that; whatever stops the process must wait five seconds longer than both together before it kills",
    schema: wholeNumber(1, 600),
    must: "be a whole number between 1 and 600",
  }),
  LOG_LEVEL: setting({
    fallback: "`info`",
    meaning:
      "the least urgent lines of the log: `debug`, `info`, `warn` or `error`; `info` has a line for each answered request",
    schema: z.enum(["debug", "info", "warn", "error"]),
    must: 'be "debug", "info", "warn" or "error"',
  }),
  TRACES_URL: setting({
    fallback: "none: no traces",
    meaning:
      "where traces of requests, statements, jobs and collections are sent, an OTLP receiver such as `http://collector:4318/v1/traces`; see [monitoring](docs/operations/monitoring.md#traces)",
    schema: z.string().refine((value) => ["http:", "https:"].includes(URL.parse(value)?.protocol ?? "")),
    must: "be an address such as http://collector:4318/v1/traces",
  }),
  TRACES_HEADERS: setting({
    fallback: "none",
    meaning: "headers for that receiver, `name=value` with commas between them",
    schema: z
      .string()
      .regex(/^[\w-]+=[\x21-\x2b\x2d-\x7e ]+(,[\w-]+=[\x21-\x2b\x2d-\x7e ]+)*$/)
      .transform((value) =>
        Object.fromEntries(
          value.split(",").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
        ),
      ),
    must: "be name=value, with commas between several",
    confidential: true,
  }),
  TRACES_PERCENT: setting({
    fallback: "`100`",
    meaning: "how many of a hundred requests and jobs are traced; who sends a `traceparent` decides for their own",
    schema: wholeNumber(1, 100),
    must: "be a whole number between 1 and 100",
  }),
  METRICS_TOKEN: setting({
    fallback: "none: no `/metrics`",
    meaning:
      "at least 16 characters; a request that brings them as a bearer token reads `/metrics`, of web processes and workers; see [monitoring](docs/operations/monitoring.md)",
    schema: z.string().regex(/^[\x21-\x7e]{16,200}$/),
    must: "be 16 to 200 letters, digits and signs without spaces",
    confidential: true,
  }),
};

/** How a process is watched and stopped. */
export interface OperationConfig {
  /** The least urgent lines of the log. */
  readonly logLevel: LogLevel;
  /** How long a process that is told to stop still takes requests. */
  readonly drainSeconds: number;
  readonly finishSeconds: number | undefined;
  /** What reads `/metrics`; nobody without it. */
  readonly metricsToken?: string;
  /** Where traces go; none without it, and nothing for them is loaded. */
  readonly traces?: TracingSettings;
}

/** The same as they are used, with defaults. */
export function operationOf(values: Values, production: boolean): OperationConfig {
  return {
    logLevel: values.LOG_LEVEL ?? "info",
    drainSeconds: values.DRAIN_SECONDS ?? (production ? 2 : 0),
    finishSeconds: values.FINISH_SECONDS,
    metricsToken: values.METRICS_TOKEN,
    ...(values.TRACES_URL !== undefined && {
      traces: { url: values.TRACES_URL, headers: values.TRACES_HEADERS ?? {}, percent: values.TRACES_PERCENT ?? 100 },
    }),
  };
}
