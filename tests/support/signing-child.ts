import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { openDatabases } from "#server/db/connections.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { openSigner } from "#server/ledger/signer.ts";
import { testKeys } from "./cluster.ts";

// A process that appends to ledgers and signs them until somebody kills it; it tells of each signature.

const { adminUrl, folder, companies, host } = JSON.parse(process.env["SIGNING"]!) as {
  readonly adminUrl: string;
  readonly folder: string;
  readonly companies: readonly string[];
  readonly host: string;
};
const databases = openDatabases(adminUrl, testKeys, pino({ level: "silent" }), 2);
const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
const signer = await openSigner({
  worker: databases.worker,
  keys: testKeys,
  blobs: () => folderBlobStore(path.join(folder, "us")),
  anchors: folderAnchors(path.join(folder, "anchors")),
  publicHost: host,
});
for (let turn = 0; ; turn++) {
  const company = companies[turn % companies.length]!;
  await admin.query("SELECT app.append_entries($1, clock_timestamp(), $2, 0, array_fill(NULL::uuid, ARRAY[1]))", [
    company,
    [`entry ${process.pid} ${turn} ${performance.now()}`],
  ]);
  await signer.signCheckpoints(company);
  process.send!("signed");
}
