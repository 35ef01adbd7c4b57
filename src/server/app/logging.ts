import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";
import { redact } from "../redaction.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

interface LoggerConfig {
  readonly role: string;
  /** The least urgent lines that are written; `info` without it. */
  readonly logLevel?: LogLevel;
}

/**
 * The process's log: one JSON object a line on standard output, or on `destination`. Whatever is given to it, child
 * bindings and the parts of a message included, passes through `redact` first.
 */
export function createLogger(config: LoggerConfig, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel ?? "info",
    base: { pid: process.pid, role: config.role },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors arrive here as data already.
    serializers: { err: (error: unknown) => error },
    hooks: {
      logMethod(this: Logger, given: Parameters<pino.LogFn>, method: pino.LogFn) {
        const [first, ...rest] = given as unknown[];
        const safe = [first instanceof Error ? { err: first } : first, ...rest].map(redact);
        method.apply(this, safe as Parameters<pino.LogFn>);
      },
    },
  } satisfies pino.LoggerOptions;
  // Synchronous, so that the last words of a process that dies are there.
  const logger = pino(options, destination ?? pino.destination({ dest: 1, sync: true }));
  // pino's own formatter for bindings is not asked about those of children. Children inherit this method.
  const child = Reflect.get(logger, "child") as (...given: unknown[]) => unknown;
  return Object.assign(logger, {
    child(this: Logger, bindings: pino.Bindings, ...rest: unknown[]) {
      return Reflect.apply(child, this, [redact(bindings), ...rest]);
    },
  }) as Logger;
}
