interface Underway {
  readonly progress: { readonly done: number; readonly total: number };
  readonly stepSince: number;
  readonly now: number;
}

const TOO_EARLY_MS = 3_000;

/** How long the present step will still take, in words; undefined while that cannot be told. */
export function timeLeft({ progress: { done, total }, stepSince, now }: Underway): string | undefined {
  const spent = now - stepSince;
  if (spent < TOO_EARLY_MS || done === 0 || done >= total) return undefined;
  const seconds = Math.ceil((((total - done) / done) * spent) / 1_000);
  return seconds < 90 ? `about ${seconds} seconds left` : `about ${Math.ceil(seconds / 60)} minutes left`;
}
