// The process that signs. It alone holds the key that signs and the role that may store a signature; it answers no request from outside.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { callFunction } from "../../db/functions.ts";
import { openAnchors } from "../anchor-settings.ts";
import { openBlobStore } from "../../blobs/storage-address.ts";
import { storesByLocation } from "../../blobs/stores-by-location.ts";
import { machineClock, processBegan } from "../../clock.ts";
import { loadSigningConfig } from "../config.ts";
import { ConfigError } from "../config-error.ts";
import type { SigningConfig } from "../config.ts";
import { openKysely, openPool, urlOfRole } from "../../db/connections.ts";
import { assertSafeSessions, UnsafeDatabase } from "../../db/start-check.ts";
import { beat } from "../../health/processes.ts";
import { openKeys } from "../../keys/keys.ts";
import type { Keys } from "../../keys/keys.ts";
import { answerRequests } from "../../ledger/answer-requests.ts";
import { signAll } from "../../ledger/sign-all.ts";
import { openSigner } from "../../ledger/signer.ts";
import { installationWrap } from "../../ledger/signing-wrap.ts";
import { createLogger } from "../logging.ts";
import { sayReady, takeGrants } from "./child.ts";
import type { Grant } from "./grant.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** One that listens, and for each of four requests at once two: what is signed, and what is said of it. */
const CONNECTIONS = 9;

/** Begins to sign; answers with how that is ended. */
async function open(config: SigningConfig, { databaseUrl }: Grant, keys: Keys, log: Logger) {
  const pool = openPool(() => urlOfRole(databaseUrl, "app_signer", keys), CONNECTIONS, log);
  await assertSafeSessions([["app_signer", pool]]);
  const db = openKysely(pool);
  const evidence = { us: await openBlobStore(config.storage.us), eu: await openBlobStore(config.storage.eu) };
  const signer = await openSigner({
    db,
    wrap: installationWrap(keys),
    blobs: await storesByLocation({ worker: db }, evidence),
    anchors: await openAnchors(config, (work) => work(db)),
    publicHost: new URL(config.appUrl).host,
  });
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const self = {
    id: randomUUID(),
    role: "signer",
    version,
    nodeVersion: process.versions.node,
    startedAt: processBegan(machineClock),
    keysGeneration: () => keys.generation,
  };
  const heart = beat(db, self, machineClock, log);
  const answering = answerRequests(pool, signer, log);
  const rounds = [
    repeat(60_000, () => signAll({ signer, log }), log),
    repeat(600_000, () => callFunction(db, "app.forget_signing_requests", []), log),
  ];
  return {
    close: async () => {
      await Promise.all([answering.stop(), ...rounds.map((round) => round.stop())]);
      await heart.stop();
      await Promise.race([pool.end(), setTimeout(1_000)]);
    },
  };
}

/** Does `work` at once, and again after each pause, until it is stopped; what fails is done again the next time. */
function repeat(everyMs: number, work: () => Promise<void>, log: Logger) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const going = (async () => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => log.warn({ err: error }, "the signer will try again"));
      await setTimeout(everyMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await going;
    },
  };
}

async function main(): Promise<void> {
  const config = loadSigningConfig();
  const log = createLogger({ role: "signer", logLevel: config.logLevel });
  const signing: { keys?: Keys; opening?: ReturnType<typeof open> } = {};
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await signing.opening?.then(
      ({ close }) => close(),
      () => {},
    );
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop());
  const grant = await takeGrants<Grant>(({ held }) => signing.keys?.take(held));
  const keys = openKeys(grant.held);
  signing.keys = keys;
  signing.opening = open(config, grant, keys, log);
  await signing.opening;
  if (!stopping) sayReady();
}

main().catch((error: Error) => {
  const expected = error instanceof ConfigError || error instanceof UnsafeDatabase;
  process.stderr.write(`${expected ? error.message : (error.stack ?? error.message)}\n`);
  process.exit(1);
});
