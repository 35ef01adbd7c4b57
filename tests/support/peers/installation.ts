import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Peer } from "./peer.ts";

const lists: Readonly<Record<string, readonly object[]>> = {
  backups: [
    { id: "b2", writtenAt: "2026-11-21T09:00:00Z", bytes: 2_048, kept: true, lacks: 0, testedAt: null, fault: null },
    {
      id: "b1",
      writtenAt: "2026-11-12T09:00:00Z",
      bytes: 1_024,
      kept: true,
      lacks: 0,
      testedAt: "2026-11-20T09:00:00Z",
      fault: false,
    },
  ],
  files: [{ id: "files", finishedAt: "2026-11-20T09:00:00Z", damaged: 0 }],
  upgrades: [{ id: "0001_tenancy", appliedAt: "2026-11-01T09:00:00.000Z", version: "0.2.0" }],
  administrators: [
    { id: "a1", email: "ada@operator.example", active: true, secondFactor: true, lastSignInOn: "2026-11-20" },
  ],
  acts: [{ id: "x1", at: "2026-11-20T09:00:00Z", actor: "ada@operator.example", act: "user.disabled" }],
};

/** An installation that answers over HTTP what a worker answers from its database: `installation-http.db.test.ts` compares their shapes. */
export async function startPeer(): Promise<Peer> {
  const server = createServer((request, response) => {
    const name = (request.url ?? "").slice(1);
    const rows = lists[name];
    const body = name === "account" ? { id: "installation", label: "exhibit.example" } : rows && { rows };
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoints: { own: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    typed: {},
    method: "own",
    now: new Date("2026-11-21T10:00:00Z"),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
