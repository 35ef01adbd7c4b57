import { randomUUID } from "node:crypto";
import path from "node:path";
import type { JobKindName } from "#domain/job-kinds.ts";
import { githubActions, openPipelineIdentities } from "../pipelines/pipeline-identity.ts";
import { storesByLocation } from "../blobs/stores-by-location.ts";
import { processBegan } from "../clock.ts";
import { publishSealingKey } from "../connections/connections-key.ts";
import { keepJudge, readJudgeFile } from "../judge/judge-file.ts";
import { openConnectionWork } from "../connections/connection-work.ts";
import { noConnectors } from "../connections/connectors.ts";
import { openDemo } from "../demo/demo.ts";
import type { DemoApplication } from "../demo/application.ts";
import type { Demo } from "../demo/demo.ts";
import { createHandlers } from "./handlers.ts";
import { openSignIn } from "./open-sign-in.ts";
import { proofOfWork } from "../human-check/proof-of-work.ts";
import { turnstile, turnstileVerifyUrl } from "../human-check/turnstile.ts";
import { sharedRateLimits } from "../limits/rate-limits.ts";
import { openJobRunner } from "../jobs/run-jobs.ts";
import { openFileGrants } from "../linked-files/file-grants.ts";
import { openFileSources } from "../linked-files/sources.ts";
import { askSigner } from "../ledger/ask-signer.ts";
import { openSigner } from "../ledger/signer.ts";
import { databaseOutbox } from "../mail/outbox.ts";
import { openReaders } from "../reading/report-readers.ts";
import { threadedReader } from "../registers/threaded-reader.ts";
import { openIntake } from "../requests/intake.ts";
import type { Services } from "./services.ts";
import type { Dependencies } from "./dependencies.ts";
import { tracedJobs } from "../jobs/traced-jobs.ts";
import { jobHandlersOf } from "./tasks.ts";

/** The same for every application of this process: a demo visit is one of them. */
const processId = randomUUID();
const processVersion = process.versions.node;

/** Puts the parts of one application together, the real one or a demo visit. The database must be migrated. */
export async function compose(around: Dependencies) {
  const { databases, keys, log, now } = around;
  const blobs = await storesByLocation(databases, around.blobs);
  const rateLimits = sharedRateLimits(databases.user);
  const { appUrl, collectEveryMinutes: everyMinutes = 60 } = around;
  const judge = await readJudgeFile(path.join(around.build, "judge.js"));
  const setting = (name: string) => around.vendors?.[name];
  const outbox = databaseOutbox;
  const { signInMethods, apiTokens, ...signingIn } = openSignIn(around, { rateLimits, outbox });
  const { anchors } = around;
  const publicHost = new URL(around.appUrl).host;
  // Whoever was not given the key asks the process that was.
  const ownSigner = around.signing && (await openSigner({ ...around.signing, blobs, anchors, publicHost }));
  const signer = ownSigner ?? askSigner(databases, log);
  const humanCheck = around.turnstile
    ? turnstile({ ...around.turnstile, verifyUrl: turnstileVerifyUrl, fetch: globalThis.fetch, now })
    : proofOfWork(() => keys.humanCheck(), around.workCost, now);
  const reception = openIntake({
    databases,
    rateLimits,
    supportEmail: around.supportEmail,
    appUrl,
    now,
  });
  const readers = around.readers ?? openReaders();
  const registerReader =
    around.registerReader ??
    threadedReader((error) => log.warn({ error }, "pages of a snapshot were written without a thread of their own"));
  // A provider leads back to the application itself, where nobody knows a visitor of the demo.
  const fileSources = openFileSources((around.visitor ? undefined : around.fileSources) ?? {});
  const fileGrants = openFileGrants({
    db: databases.auth,
    cookies: signingIn.cookies,
    sources: fileSources,
    egress: around.egress,
    appUrl,
    now,
  });
  const demo: Demo | undefined =
    around.demo &&
    openDemo(around.demo, {
      ...around,
      compose: (changes): Promise<DemoApplication> => compose({ ...around, readers, registerReader, ...changes }),
    });
  const services: Services = {
    databases,
    humanCheck,
    reception,
    ...signingIn,
    passkeys: signInMethods.passkeys,
    passkeySignIn: signInMethods.passkeySignIn,
    connectedProviders: signInMethods.singleSignOn.connectedProviders,
    outbox,
    appUrl,
    keys,
    blobs,
    stores: around.blobs,
    standbyFault: databases.standby && (() => databases.standby?.fault()),
    signer,
    ownSigner,
    anchors,
    rateLimits,
    connectors: around.connectors ?? noConnectors,
    connectService: { appUrl, setting, externalId: keys.externalId, now },
    collectEveryMinutes: everyMinutes,
    folders: around.visitor ? undefined : around.folders,
    backupEveryMinutes: around.visitor ? undefined : around.backupEveryMinutes,
    egress: around.egress,
    fileSources,
    fileGrants,
    readers,
    registerReader,
    pipelineIdentities: openPipelineIdentities({
      egress: around.egress,
      issuer: around.pipelineIssuer ?? githubActions,
      audience: appUrl,
      now,
    }),
    demo,
    demoEndsAt: around.visitor?.expiresAt,
    supportEmail: around.supportEmail,
    dataDir: around.dataDir,
    process: {
      id: processId,
      role: around.visitor ? "all" : around.role,
      version: around.version,
      nodeVersion: processVersion,
      startedAt: processBegan(now),
      keysGeneration: () => keys.generation,
    },
    now,
    log,
    mailbox: around.mailbox !== undefined,
    production: around.production ?? false,
    judge,
    verifier: path.join(around.build, "verify.mjs"),
    verifyPage: path.join(around.build, "verify.html"),
  };
  const { connectionsKey: key } = around;
  const work = key && openConnectionWork(services, key, setting);
  if (key) await publishSealingKey(databases.worker, key, now());
  if (judge) await keepJudge(databases.worker, judge, around.version);
  const jobHandlers = tracedJobs(
    around.tracing,
    jobHandlersOf(services, {
      sendMail: around.sendMail,
      sessionLimits: around.sessionLimits,
      openVendorClient: around.openVendorClient ?? work?.openVendorClient,
      ofConnections: work?.handlers,
      tracing: around.tracing,
    }),
  );
  return {
    services,
    singleSignOn: signInMethods.singleSignOn,
    apiTokens,
    handlers: createHandlers(services),
    /** How each kind of background work is done. */
    jobHandlers,
    /** Does what is due now until nothing is, of these kinds or of all. */
    workOff: (signal: AbortSignal, kinds?: readonly JobKindName[]) =>
      openJobRunner({ worker: databases.worker, now, log }, jobHandlers).drain(signal, kinds),
  };
}
