// A worker as a process of its own, to be killed: collects from a vendor on this machine by a clock that stands in a file.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { collectDue } from "#server/connections/collect-due.ts";
import { openDatabases } from "#server/db/connections.ts";
import { testKeys } from "./cluster.ts";
import { vendorOnly, wayTo } from "./vendor.ts";

const [adminUrl, origin, folder, clock] = process.argv.slice(2) as [string, string, string, string];
const log = pino({ level: "warn" });
const databases = openDatabases(adminUrl, testKeys, log);
const store = folderBlobStore(folder);

for (;;) {
  const work = collectDue(
    {
      databases,
      keys: testKeys,
      blobs: () => store,
      connectors: vendorOnly(),
      now: () => new Date(readFileSync(clock, "utf8")),
      log,
      openVendorClient: wayTo(origin),
      everyMinutes: 60,
    },
    new AbortController().signal,
  );
  await work.catch((error: unknown) => log.warn({ err: error }, "a round failed"));
  await setTimeout(50);
}
