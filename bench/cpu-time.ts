import { readFile } from "node:fs/promises";
import type pg from "pg";

/** Seconds of a core that some work took, which another program on the machine does not lengthen much. */
export interface CpuSeconds {
  /** Of this process. */
  readonly node: number;
  /** Of the database's processes that serve this one. */
  readonly database: number;
}

/** The kernel counts processes' time in hundredths of a second (proc(5), `_SC_CLK_TCK`). */
const TICKS = 100;

/**
 * Runs `work` and answers what it cost in seconds of a core: of this process, and of the connections that are open before it and after
 * it. Linux alone says what another process used; elsewhere `database` is NaN.
 */
export async function cpuSeconds(admin: pg.Pool, work: () => Promise<void>): Promise<CpuSeconds> {
  const before = await backends(admin);
  const began = process.cpuUsage();
  await work();
  const used = process.cpuUsage(began);
  const after = await backends(admin);
  const database = [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
  return { node: (used.user + used.system) / 1e6, database };
}

async function backends(admin: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await admin.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'",
  );
  return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await secondsOf(pid)] as const)));
}

async function secondsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return Number.NaN;
  // Behind the name, which may hold spaces: the 12th and 13th field are user and system time.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
