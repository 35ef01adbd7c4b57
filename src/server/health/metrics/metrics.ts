import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { OpenMetricsContentType } from "prom-client";
import type { Databases } from "../../db/connections.ts";
import type { Standby } from "../../db/standby.ts";
import type { CountsAnswers } from "../../http/access-line.ts";
import { readInstallation } from "../read-installation.ts";
import type { Installation, InstallationDeps } from "../read-installation.ts";

/** What a process counts of itself, and what it reads of the installation when somebody asks. */
export interface Metrics extends CountsAnswers {
  /** Everything in OpenMetrics text. A database that does not answer leaves the installation's lines out, and `exhibit_up` is 0. */
  write(): Promise<{ readonly type: string; readonly text: string }>;
}

interface Deps extends InstallationDeps {
  readonly databases: Databases;
}

/** From what a person does not notice to what they give up on, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Whoever asks again within so long is told the same of the installation: several may scrape one process. */
const KEPT_MS = 5_000;

/** Opens the metrics of a process. Its own memory, event loop and CPU are counted from now on. */
export function openMetrics({ databases, ...deps }: Deps): Metrics {
  const register = new Registry<OpenMetricsContentType>();
  register.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register });
  const latency = new Histogram({
    name: "exhibit_http_request_duration_seconds",
    help: "How long answers took, by endpoint and class of status.",
    labelNames: ["endpoint", "status"],
    buckets,
    registers: [register],
  });
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `exhibit_${name}`, help, labelNames: [...labelNames], registers: [register] });
  const up = gauge("up", "1 while the database answers, 0 otherwise.");
  const sayStandby = databases.standby && standbyLines(databases.standby, gauge, register);
  const lines = installationGauges(gauge);
  let kept: { readonly at: number; readonly reading: ReturnType<typeof readInstallation> } | undefined;
  const read = () => {
    const at = performance.now();
    if (!kept || at - kept.at > KEPT_MS) kept = { at, reading: readInstallation(deps, databases.worker) };
    return kept.reading;
  };
  return {
    answered: (endpoint, status, seconds) =>
      latency.observe({ endpoint, status: `${Math.floor(status / 100)}xx` }, seconds),
    write: async () => {
      sayStandby?.();
      for (const { reset } of lines) reset();
      try {
        const installation = await read();
        for (const { set } of lines) set(installation);
        up.set(1);
      } catch {
        up.set(0);
      }
      return { type: register.contentType, text: await register.metrics() };
    },
  };
}

/** What a process tells of its standby; answers with what brings the lines up to date. */
function standbyLines(standby: Standby, gauge: MakeGauge, register: Registry<OpenMetricsContentType>): () => void {
  const up = gauge("standby_up", "1 while the standby can be read, 0 otherwise.");
  const reads = new Counter({
    name: "exhibit_standby_reads",
    help: "Reads that were tried at the standby, by how that ended: the database answers what is behind or failed.",
    labelNames: ["outcome"],
    registers: [register],
  });
  return () => {
    up.set(standby.fault() === undefined ? 1 : 0);
    reads.reset();
    for (const [outcome, count] of Object.entries(standby.counts())) reads.inc({ outcome }, count);
  };
}

type MakeGauge = (name: string, help: string, labelNames?: readonly string[]) => Gauge;

/** What is read of the installation, one gauge each. */
function installationGauges(gauge: MakeGauge) {
  const line = (name: string, help: string, read: (from: Installation) => number | undefined) => {
    const own = gauge(name, help);
    return {
      reset: () => own.remove(),
      set: (from: Installation) => {
        const value = read(from);
        if (value !== undefined) own.set(value);
      },
    };
  };
  const each = <T>(
    name: string,
    help: string,
    label: string,
    read: (from: Installation) => readonly T[],
    of: (item: T) => readonly [label: string, value: number] | undefined,
  ) => {
    const own = gauge(name, help, [label]);
    return {
      reset: () => own.reset(),
      set: (from: Installation) => {
        for (const item of read(from)) {
          const said = of(item);
          if (said) own.set({ [label]: said[0] }, said[1]);
        }
      },
    };
  };
  const queues = ({ queues: all }: Installation) => all;
  const seconds = (at: Date | null | undefined) => (at ? at.getTime() / 1_000 : undefined);
  return [
    each("jobs_waiting", "Jobs that are due and not begun.", "queue", queues, ({ queue, waiting }) => [queue, waiting]),
    each("jobs_running", "Jobs under way.", "queue", queues, ({ queue, running }) => [queue, running]),
    each("jobs_retrying", "Jobs that failed and are tried again later.", "queue", queues, (row) => [
      row.queue,
      row.retrying,
    ]),
    each("jobs_dead", "Jobs that were given up and wait for an operator.", "queue", queues, (row) => [
      row.queue,
      row.dead,
    ]),
    each("jobs_failed_day", "What ended badly in the last day where its people see it.", "queue", queues, (row) => [
      row.queue,
      row.failed,
    ]),
    each(
      "jobs_oldest_timestamp_seconds",
      "Since when the oldest waiting job is due.",
      "queue",
      queues,
      ({ queue, oldest }) => (oldest ? [queue, oldest.getTime() / 1_000] : undefined),
    ),
    each(
      "attention",
      "1 for each thing that needs an operator.",
      "key",
      ({ attention }) => attention,
      ({ key }) => [key, 1],
    ),
    each(
      "ledgers_unsigned",
      "Ledgers that are not signed, by reason.",
      "reason",
      ({ unsignedLedgers }) => unsignedLedgers,
      ({ failure, ledgers }) => [failure, ledgers],
    ),
    line("connections", "Connected accounts.", ({ total }) => total.connections),
    line("connections_late", "Connections not read for two of their intervals.", ({ total }) => total.late),
    line("collection_newest_timestamp_seconds", "When a connection was read last.", ({ total }) =>
      seconds(total.newest_sync),
    ),
    line("companies", "Companies.", ({ total }) => total.companies),
    line("users", "Accounts.", ({ total }) => total.users),
    line("database_bytes", "Size of the database.", ({ total }) => total.database_bytes),
    line("disk_free_bytes", "Free room where DATA_DIR lies.", ({ disk }) => disk?.freeBytes),
    line("processes", "Processes that were seen in the last two minutes.", ({ processes }) => processes.length),
    line("backup_written_timestamp_seconds", "When the newest backup was written.", ({ backup }) =>
      seconds(backup?.written_at),
    ),
    line(
      "backup_good_timestamp_seconds",
      "When the newest backup that is whole and still there was written.",
      ({ backup }) => seconds(backup?.good_at),
    ),
    line("backup_tested_timestamp_seconds", "When a backup was last restored on trial.", ({ backup }) =>
      seconds(backup?.tested_at),
    ),
    line("backup_fault", "1 where the last trial of a backup failed.", ({ backup }) =>
      backup?.tested_at ? Number(backup.fault !== null) : undefined,
    ),
    line("files_damaged", "Stored files that are damaged or missing.", ({ scrub }) => scrub?.damaged),
    line("files_checked_timestamp_seconds", "When every stored file had been read and checked last.", ({ scrub }) =>
      seconds(scrub?.finished_at),
    ),
    line(
      "files_round_checked",
      "Stored files that the present round of checking has read.",
      ({ scrub }) => scrub?.checked,
    ),
    line(
      "files_round_total",
      "Stored files that the present round of checking has to read.",
      ({ scrub }) => scrub?.items,
    ),
    line("checkpoint_timestamp_seconds", "When a ledger was signed last.", ({ signing }) => seconds(signing?.newest)),
    line("unsigned_since_timestamp_seconds", "Since when the ledger that waits longest is not signed.", ({ signing }) =>
      seconds(signing?.waiting_since),
    ),
  ];
}
