const units = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** A number of bytes as a person says it: `4.2 KB`. */
export function byteSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  const value = bytes / 1024 ** step;
  const rounded = step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${rounded.toLocaleString("en-US")} ${rounded === 1 && step === 0 ? "byte" : units[step]}`;
}
