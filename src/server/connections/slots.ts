/** How often an installation collects, and the time. */
interface Clock {
  readonly everyMinutes: number;
  readonly now: Date;
}

/** When a connection is next due: each has an instant of its own in the period, so that not all begin at once. */
export function nextSlot(connectionId: string, { everyMinutes, now }: Clock): Date {
  const period = everyMinutes * 60_000;
  const offset = (Number.parseInt(connectionId.slice(0, 8), 16) % (everyMinutes * 60)) * 1_000;
  return new Date(Math.floor((now.getTime() - offset) / period + 1) * period + offset);
}
