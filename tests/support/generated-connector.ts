import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { CheckFixtures } from "#connectors/check.ts";
import type { Connector } from "#connectors/connector.ts";
import { connectorFiles, peerFile } from "../../scripts/connector-template.ts";
import type { PeerModule } from "./peers/peer.ts";

/** What `node scripts/new-connector.ts example` writes, in a folder of its own. */
export interface GeneratedConnector {
  readonly connector: Connector;
  readonly fixtures: Readonly<Record<string, CheckFixtures>>;
  readonly peer: PeerModule;
  remove(): void;
}

const root = join(import.meta.dirname, "../..");

/** Writes it and loads it. */
export async function generateConnector(): Promise<GeneratedConnector> {
  mkdirSync(join(root, "build"), { recursive: true });
  const folder = mkdtempSync(join(root, "build", "connector-"));
  const load = async (path: string) => (await import(/* @vite-ignore */ join(folder, path))) as Record<string, unknown>;
  try {
    for (const [path, text] of [...connectorFiles("example"), peerFile("example")]) {
      // What stands beside the connectors in the project is not beside these.
      const own = text
        .replaceAll('from "../answering-server.ts"', 'from "#tests/support/answering-server.ts"')
        .replaceAll('from "./peer.ts"', 'from "#tests/support/peers/peer.ts"')
        .replaceAll('from "../', 'from "#connectors/');
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, dirname(path), basename(path)), own);
    }
    return {
      connector: (await load("src/connectors/example/index.ts"))["example"] as Connector,
      fixtures: (await load("src/connectors/example/fixtures.ts"))["fixtures"] as GeneratedConnector["fixtures"],
      peer: (await load("tests/support/peers/example.ts")) as unknown as PeerModule,
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
