import type { Account } from "#connectors/connector.ts";
import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import { connectors } from "#connectors/index.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { LimitRefusal } from "../db/refuse-limit.ts";
import { beginRun } from "./begin-run.ts";
import type { Beginning } from "./begin-run.ts";
import { asConnection, LeaseLost, releaseClaim } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { collectSteps } from "./collect-steps.ts";
import type { Collected } from "./collect-steps.ts";
import type { ExhibitDocument } from "./exhibit-document.ts";
import { failRun } from "./fail-run.ts";
import { NeedsAttention, probeAccount } from "./probe-account.ts";
import { publishRun } from "./publish-run.ts";
import { openLimits } from "./run-limits.ts";
import type { RunLimits } from "./run-limits.ts";
import { traced } from "../tracing.ts";
import type { Tracing } from "../tracing.ts";
import type { OpenVendorClient } from "./vendor-client.ts";
import type { Databases } from "../db/connections.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import type { Keys } from "../keys/keys.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Connectors } from "./connectors.ts";
import type { Logger } from "pino";

/** What a worker needs to collect. */
export interface Collecting {
  readonly databases: Databases;
  readonly keys: Keys;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly connectors: Connectors;
  readonly now: () => Date;
  readonly log: Logger;
  readonly openVendorClient: OpenVendorClient;
  readonly everyMinutes: number;
  readonly tracing?: Tracing | undefined;
  /** The judge whose sources judge what is collected; without it exhibits name none. */
  readonly judge?: Pick<JudgeFile, "sha256"> | undefined;
}

/** A run ends after so long with what it has. */
const DEADLINE_MS = 45 * 60_000;
/** A run that an error on our side stopped is tried so often. */
const MOST_ATTEMPTS = 3;

/**
 * Works on a run that was claimed until it is published or has failed. A worker that stops hands it back; one that lost its claim
 * writes nothing more. Nothing is thrown: what went wrong stands in the run, in the ledger and in the log.
 */
export async function runCollection(deps: Collecting, claim: Claim, stopping: AbortSignal): Promise<void> {
  const limits = openLimits(deps, claim, stopping);
  try {
    if (claim.late) await failRun(deps, claim, "collection-interrupted");
    else await collectAndPublish(deps, claim, limits);
  } catch (error) {
    if (error instanceof LeaseLost || limits.isLost()) {
      deps.log.warn({ run: claim.runId }, "a collection was given up: another worker has it, or it was disconnected");
      return;
    }
    // What cannot be written down now is found again when the lease ends.
    await leave(deps, claim, error, stopping.aborted).catch((second: unknown) =>
      deps.log.warn({ err: second, run: claim.runId }, "a collection could not be ended and waits for its lease"),
    );
  } finally {
    limits.close();
  }
}

async function collectAndPublish(deps: Collecting, claim: Claim, limits: RunLimits): Promise<void> {
  const begun = await asConnection(deps.databases.user, claim, (tx) => beginRun(tx, claim, deps));
  if (!begun) return await failRun(deps, claim, "connector-unavailable");
  limits.endAt(new Date(begun.startedAt.getTime() + DEADLINE_MS));
  const { provider } = begun.connection;
  await traced(deps.tracing, `collect ${provider}`, { "exhibit.provider": provider }, () =>
    collectFrom(deps, claim, begun, limits),
  );
}

async function collectFrom(deps: Collecting, claim: Claim, begun: Beginning, limits: RunLimits): Promise<void> {
  const way = await deps.openVendorClient(begun.connection, begun.connector, limits.either);
  try {
    const found = await probeAccount(begun.connection, begun.connector, way, deps.now);
    const { account, missing } = found;
    const collected = await collectSteps({ deps, claim, begun, account, way, limits });
    const document = judge(begun, claim, { account, collected, judge: judgeOf(deps, begun), now: deps.now() });
    limits.stop.throwIfAborted();
    await publishRun(deps, claim, begun, {
      account,
      missing,
      document,
      seenAt: collected.seenAt,
      requests: way.requests(),
    });
  } finally {
    await way.close();
  }
}

/** Ends a run that something ended: for good, or so that another attempt goes on with it. */
async function leave(deps: Collecting, claim: Claim, error: unknown, isStopping: boolean): Promise<void> {
  const release = (attempts: number) =>
    asConnection(deps.databases.user, claim, (tx) => releaseClaim(tx, claim, attempts));
  if (isStopping) return await release(claim.attempts - 1);
  if (error instanceof CredentialsRefused) return await failRun(deps, claim, "connection-refused", true);
  if (error instanceof NeedsAttention) return await failRun(deps, claim, error.failure, true);
  if (error instanceof RequestFailed)
    return await failRun(deps, claim, error.kind === "denied" ? "connection-refused" : "connection-unreachable");
  // Another attempt would meet the same limit: the run says so, and what it would have renewed becomes stale.
  if (error instanceof LimitRefusal) return await failRun(deps, claim, error.failure);
  deps.log.warn({ err: error, run: claim.runId }, "a collection stopped");
  if (claim.attempts >= MOST_ATTEMPTS) return await failRun(deps, claim, "collection-failed");
  await release(claim.attempts);
}

/** The judge knows the checks of our own connectors, wherever their vendors are asked; others judge by themselves. */
function judgeOf({ judge }: Collecting, { connector }: Beginning): string | undefined {
  return connectors.some(({ checks }) => checks === connector.checks) ? judge?.sha256 : undefined;
}

interface Found {
  readonly account: Account;
  readonly collected: Collected;
  readonly judge: string | undefined;
  readonly now: Date;
}

function judge(
  { connection, connector, settings, settingsSet, exceptions, slot }: Beginning,
  claim: Claim,
  { account, collected, judge, now }: Found,
): ExhibitDocument {
  const { steps, items, observedAt } = collected;
  return {
    format: "exhibit-collection/1",
    provider: connection.provider,
    account: { id: account.id, label: account.label },
    ...(connection.method === "sample" && { sample: true }),
    connector: { version: connector.manifest.version },
    run: { id: claim.runId, slot: slot.toISOString(), observedAt: observedAt.toISOString() },
    settings,
    settingsSet,
    exceptions,
    steps,
    items,
    ...(judge !== undefined && { judged: { judge, at: now.toISOString() } }),
    results: judgeChecks(connector.checks, { items, steps, settings, settingsSet, exceptions, now }),
  };
}
