const units = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** A size in the unit that a person would use, such as "1.4 GB". */
export function wordBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}

/** How far it is and how long it will take, once that can be told; `done` is never shown beyond `total`. */
export function wordProgress(done: number, total: number, seconds: number): string {
  const shown = `${wordBytes(Math.min(done, total))} of ${wordBytes(total)}`;
  if (seconds < 2 || done === 0 || done >= total) return shown;
  const left = Math.ceil(((total - done) / done) * seconds);
  return `${shown}, about ${left < 90 ? `${left} seconds` : `${Math.ceil(left / 60)} minutes`} left`;
}
