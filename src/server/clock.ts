/** What time it is. Every part of an application is given the same one. */
export type Clock = () => Date;

/**
 * The machine's clock: what a process that serves or a command is begun with. Nothing else in this room may ask it, so that
 * a test that moves an application's clock moves all of it.
 */
export const machineClock: Clock = () => new Date();

/** Whether an application lives at the machine's time, so that another machine's clock can be set beside it. */
export const isMachineClock = (now: Clock): boolean => now === machineClock;

/** By how many whole seconds a clock is ahead of the machine's, for libraries that ask the machine's and add what they are told. */
export function secondsAhead(now: Clock): number {
  return Math.round((now().getTime() - machineClock().getTime()) / 1_000);
}

/** When this process began, by a clock. */
export function processBegan(now: Clock): Date {
  return new Date(now().getTime() - process.uptime() * 1_000);
}

/** When this thread began, in milliseconds since 1970. */
export const threadBegan: number = performance.timeOrigin;
