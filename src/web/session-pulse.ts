const minute = 60_000;

/** How often the server is told that somebody is there, at most, and how fresh their last move has to be. */
export const pulse = { everyMs: 4 * minute, checkMs: minute, afterFocusMs: 15_000 } as const;

interface Moments {
  readonly now: number;
  /** When the server was told last. */
  readonly told: number;
  /** When the person last moved, typed or scrolled. */
  readonly moved: number;
}

/**
 * Whether it is time to say that the person is still there: only when they did something since it was said last. A page
 * that lies open untouched says nothing, so that its session ends for idleness as it should.
 */
export function isPulseDue({ now, told, moved }: Moments): boolean {
  return moved > told && now - told >= pulse.everyMs;
}
