const EVERY_MS = 5_000;

/** Tells of long work every five seconds; what takes less is not told of. */
export function progressOn(
  out: (line: string) => void,
  now: () => Date,
): (step: string, done: number, total: number) => void {
  let told = now().getTime();
  return (step, done, total) => {
    const at = now().getTime();
    if (at - told < EVERY_MS) return;
    told = at;
    out(`${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} ${step}`);
  };
}
