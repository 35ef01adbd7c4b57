/** A connection that was not read for longer than this is late, in minutes: of what is read every so often, one time was missed. */
export function lateAfterMinutes(everyMinutes: number): number {
  return 2 * everyMinutes;
}
