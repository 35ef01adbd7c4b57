import type { ServerProcess } from "./server-process.ts";

/** What an answer may be while something is broken: done, refused by a limit, or try again. */
const planned = new Set([200, 201, 402, 403, 409, 429, 502, 503, 507, 0]);

/**
 * Answers that nobody planned, and what the server's log calls an error, but for the fault that the test itself made
 * (`own`). `also`: further statuses that the fault may bring.
 */
export function unplanned(
  server: ServerProcess,
  statuses: ReadonlyMap<number, number>,
  also: readonly number[] = [],
  own = /ENOSPC|EMFILE|no space|disk is full|too many open files/i,
): readonly string[] {
  const lines = server.output.split("\n").filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
  return [
    ...[...statuses.keys()]
      .filter((status) => !planned.has(status) && !also.includes(status))
      .map((status) => `answered ${status}`),
    ...lines.filter((line) => !own.test(line)),
  ];
}
