import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import type { EmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import { secretsIn } from "#server/keys/secret-key.ts";
import type { Secrets } from "#server/keys/secrets.ts";
import { Person } from "./person.ts";
import { ServerProcess } from "./server-process.ts";

/** The real thing twice on one database: a process that does everything, and one that serves pages and nothing else. */
export interface TwoProcesses {
  readonly all: ServerProcess;
  readonly web: ServerProcess;
  readonly adminUrl: string;
  secrets(): Secrets;
  /** Somebody with a company, and their session. */
  founder(name: string): Promise<{ person: Person; company: string }>;
  close(): Promise<void>;
}

/** `env`: further settings of the one that does everything. */
export async function startTwoProcesses(env: Record<string, string> = {}): Promise<TwoProcesses> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-two-"));
  const data = path.join(folder, "all");
  const all = await ServerProcess.on(data, { SUPPORT_EMAIL: "support@example.test", ...env });
  let postgres: EmbeddedPostgres | undefined;
  let web: ServerProcess | undefined;
  const close = async () => {
    await web?.stop();
    await all.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await all.start();
    postgres = await startEmbeddedPostgres(data);
    const secrets = () => secretsIn(data);
    web = await ServerProcess.on(path.join(folder, "web"), {
      ROLE: "web",
      DATABASE_URL: postgres.url,
      SECRET_KEY: Buffer.from(secrets().current).toString("base64"),
      SUPPORT_EMAIL: "support@example.test",
      STORAGE_US_URL: `file://${data}/blobs/us`,
      STORAGE_EU_URL: `file://${data}/blobs/eu`,
      ANCHORS_URL: `file://${data}/anchors`,
    });
    await web.start();
    return {
      all,
      web,
      adminUrl: postgres.url,
      secrets,
      founder: async (name) => {
        const email = `${name.toLowerCase()}@example.test`;
        const person = await Person.signUp(all.url, name, email, (to) => all.tokenFor(to));
        return { person, company: await person.found(`${name} and Sons`) };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
