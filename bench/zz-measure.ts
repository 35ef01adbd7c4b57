// run inside a worktree's bench folder: node bench/zz-measure.ts
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { BlockList } from "node:net";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { createApp } from "#server/app/app.ts";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { machineClock } from "#server/clock.ts";
import { openDatabases } from "#server/db/connections.ts";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { openKeys } from "#server/keys/keys.ts";
import { prepare } from "#server/vault/prepare.ts";
import { connectionsKeyOf } from "#server/connections/connections-key.ts";

let n = 0;
const q = pg.Client.prototype.query as any;
(pg.Client.prototype as any).query = function (...a: any[]) { n++; return q.apply(this, a); };
const folder = await mkdtemp("/tmp/exhibit-m-");
const postgres = await startEmbeddedPostgres(folder);
const keys = openKeys(await prepare(postgres.url, { current: randomBytes(32), previous: [] }, machineClock));
const log = pino({ level: "warn" });
const databases = openDatabases(postgres.url, keys, log);
const admin = new pg.Pool({ connectionString: postgres.url, max: 4 });
admin.on("error", () => {});
let sent = 0; let onSent = (_: any) => {};
const app = await createApp({
  appUrl: "http://localhost:1", role: "all", trustedProxies: new BlockList(), databases, keys, log,
  sendMail: async (m: any) => { sent++; onSent(m); }, mailbox: undefined, supportEmail: "s@example.test", workCost: { rounds: 1, tries: 4 },
  sessionLimits: { idleMinutes: 60, hours: 24 }, egress: openEgress({ allowPrivate: false }), now: () => new Date(),
  blobs: { us: folderBlobStore(path.join(folder, "us")), eu: folderBlobStore(path.join(folder, "eu")) },
  anchors: folderAnchors(path.join(folder, "anchors")), build: path.resolve(import.meta.dirname, "../build"), version: "m",
  connectionsKey: connectionsKeyOf(Buffer.alloc(32, "k")), vendors: {},
} as any);
await sleep(6000);
n = 0; const t = performance.now(); await sleep(60000); 
console.log("idle statements/s", (n / ((performance.now() - t) / 1000)).toFixed(2));
const median = (xs: number[]) => xs.toSorted((a, b) => a - b)[Math.floor(xs.length / 2)]!;
const p95 = (xs: number[]) => xs.toSorted((a, b) => a - b)[Math.floor(xs.length * 0.95)]!;
const lat = async (enqueue: () => Promise<unknown>) => {
  const xs: number[] = [];
  for (let i = 0; i < 30; i++) {
    await sleep(200 + Math.random() * 1500);
    const done = new Promise<void>((r) => (onSent = () => r()));
    const t = performance.now(); await enqueue(); await done; xs.push(performance.now() - t);
  }
  return `median ${median(xs).toFixed(1)} ms, p95 ${p95(xs).toFixed(1)} ms, max ${Math.max(...xs).toFixed(1)} ms`;
};
const mail = { to: "a@example.test", subject: "x", text: "x", html: "x" };
console.log("same process:", await lat(() => app.services.outbox.enqueue(databases.auth, mail as any)));
console.log("other process:", await lat(() => admin.query("INSERT INTO app.outbox (recipient, subject, body_text, body_html) VALUES ('a@b.test','x','x','x')")));
onSent = () => {};
for (const N of [2000]) {
  sent = 0;
  const t = performance.now();
  await admin.query("INSERT INTO app.outbox (recipient, subject, body_text, body_html) SELECT 'a@b.test','x','x','x' FROM generate_series(1,$1)", [N]);
  const ins = performance.now() - t;
  while (sent < N) await sleep(5);
  console.log(`mails: ${N} inserted in ${ins.toFixed(0)} ms, sent at ${(N / ((performance.now() - t) / 1000)).toFixed(0)}/s`);
}
await app.close(); await databases.close(); await admin.end(); await postgres.stop(); await rm(folder, { recursive: true, force: true });
process.exit(0);
