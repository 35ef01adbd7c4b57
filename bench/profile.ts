import { Session } from "node:inspector/promises";
import { writeFile } from "node:fs/promises";
import path from "node:path";

const session = new Session();

/** Begins to look where this thread's time goes. */
export async function beginProfile(): Promise<void> {
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 500 });
  await session.post("Profiler.start");
}

/** Writes what was seen into a file that a browser's tools open, and answers its busiest functions in lines. */
export async function endProfile(folder: string, name: string): Promise<string> {
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  await writeFile(path.join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
  const own = new Map<number, number>();
  for (const [index, id] of (profile.samples ?? []).entries())
    own.set(id, (own.get(id) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  const sums = new Map<string, number>();
  for (const { id, callFrame } of profile.nodes) {
    const place = `${callFrame.functionName || "(unnamed)"} ${callFrame.url.split("/").slice(-3).join("/")}:${callFrame.lineNumber + 1}`;
    sums.set(place, (sums.get(place) ?? 0) + (own.get(id) ?? 0));
  }
  const busiest = [...sums].toSorted((a, b) => b[1] - a[1]).slice(0, 60);
  return busiest.map(([place, time]) => `${(time / 1_000).toFixed(0).padStart(8)} ms  ${place}`).join("\n");
}
