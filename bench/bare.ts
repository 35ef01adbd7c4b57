import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { ZipWriter } from "#server/bundle/zip-writer.ts";
import path from "node:path";
import pg from "pg";
import { RAW_COLUMNS, rawTable } from "./raw-table.ts";

// Limits in a process of their own: node:http alone, which answers bytes that it was given, and which writes what it is sent to
// the disk as durably as we have to, with one row of a bare table.

let answer = "{}";
const [database, folder] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString: database, max: 8 });
mkdirSync(folder, { recursive: true });
await rawTable(pool);

const insert = `INSERT INTO public.raw (${RAW_COLUMNS}) VALUES (${RAW_COLUMNS.split(", ")
  .map((_, index) => `$${index + 1}`)
  .join(", ")})`;
let number = 0;

async function keep(bytes: Buffer): Promise<void> {
  const file = path.join(folder, randomUUID());
  const handle = await open(`${file}.partial`, "wx");
  await handle.write(bytes);
  await handle.datasync();
  await handle.close();
  await rename(`${file}.partial`, file);
  const above = await open(folder, "r");
  await above.sync();
  await above.close();
  number += 1;
  const [at, id] = [new Date(), randomUUID()];
  const texts = ["A name", "Config", "Benchmark", "Benchmark"];
  const rest = [id, randomBytes(32), bytes.length, "application/json", "a.json", id, `v1/${id}`, id];
  await pool.query({ name: "raw-1", text: insert, values: [id, id, number, number, ...texts, at, at, at, ...rest] });
}

const server = createServer((request, response) => {
  const send = () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(answer);
  };
  if (request.method === "GET") return send();
  const chunks: Buffer[] = [];
  request
    .on("data", (chunk: Buffer) => chunks.push(chunk))
    .on("end", () => void keep(Buffer.concat(chunks)).then(send));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  process.send!({ ready: { url: `http://127.0.0.1:${port}` } });
});

/** The same number of files of the same size, read from the disk into one ZIP that nobody keeps. */
async function zip(count: number): Promise<void> {
  const writer = new ZipWriter(async () => {}, { date: new Date() });
  for (let at = 0; at < count; at += 1) await writer.addBytes(`file-${at}`, await readFile(path.join(folder, `${at}`)));
  await writer.finish();
}

async function writeFiles(count: number, bytes: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await writeFile(path.join(folder, `${at}`), randomBytes(bytes));
}

type Message = { id: number; name: string; given: [never, never] };

process.on("message", ({ id, name, given }: Message) => {
  if (name === "answer") [answer] = given;
  const work = name === "zip" ? zip(given[0]) : name === "files" ? writeFiles(...given) : Promise.resolve();
  void work.then(() => process.send!({ id, answer: process.cpuUsage() }, () => name === "close" && process.exit(0)));
});
