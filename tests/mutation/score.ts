/** Per cent of what was broken that a test noticed, rounded down to a tenth; 100 where there was nothing to break. */
export function scoreOf({ noticed, missed }: { readonly noticed: number; readonly missed: number }): number {
  const all = noticed + missed;
  return all === 0 ? 100 : Math.floor((1_000 * noticed) / all) / 10;
}
