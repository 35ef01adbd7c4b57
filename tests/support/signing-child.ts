import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { openDatabases, openKysely, openPool, urlOfRole } from "#server/db/connections.ts";
import { answerRequests } from "#server/ledger/answer-requests.ts";
import { askSigner } from "#server/ledger/ask-signer.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { openSigner } from "#server/ledger/signer.ts";
import { installationWrap } from "#server/ledger/signing-wrap.ts";
import { testKeys } from "./cluster.ts";

// A process that appends to ledgers, asks for their signature and signs what is asked for, until somebody kills it; it tells of each
// signature. Several of them answer each other.

const { adminUrl, folder, companies, host } = JSON.parse(process.env["SIGNING"]!) as {
  readonly adminUrl: string;
  readonly folder: string;
  readonly companies: readonly string[];
  readonly host: string;
};
const log = pino({ level: "silent" });
const pool = openPool(urlOfRole(adminUrl, "app_signer", testKeys), 4, log);
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
const signer = await openSigner({
  db: openKysely(pool),
  wrap: installationWrap(testKeys),
  blobs: () => folderBlobStore(path.join(folder, "us")),
  anchors: folderAnchors(path.join(folder, "anchors")),
  publicHost: host,
});
answerRequests(pool, signer, log);
const asking = askSigner(openDatabases(adminUrl, testKeys, log, 2), log);
for (let turn = 0; ; turn++) {
  const company = companies[turn % companies.length]!;
  await admin.query("SELECT app.append_entries($1, clock_timestamp(), $2, 0, array_fill(NULL::uuid, ARRAY[1]))", [
    company,
    [`entry ${process.pid} ${turn} ${performance.now()}`],
  ]);
  await asking.signCheckpoints(company);
  process.send!("signed");
}
