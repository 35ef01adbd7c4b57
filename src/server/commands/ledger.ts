import { parseArgs } from "node:util";
import { asDefiner } from "../db/as-definer.ts";
import { StorageUnavailable } from "../blobs/blob-store.ts";
import { acceptLoss, LossRefused } from "../ledger/accept-loss.ts";
import type { LossDeps } from "../ledger/accept-loss.ts";
import { StrangeAnchors } from "../ledger/anchor-identity.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { withInstance } from "../app/instance.ts";
import { isRecordLine, loginName } from "./record-line.ts";
import type { Command } from "./main.ts";

const USAGE = 'ledger status | ledger accept-loss ID --reason "…" [--by NAME]';

export const ledger: Command = {
  name: "ledger",
  usage: USAGE,
  does: "Lists the companies whose ledger is not signed, and why; or begins a company's ledger again, where what was signed of it is lost for good. Every report says so from then on.",
  run: async (args, out) => {
    const asked = readArguments(args);
    if (!asked) {
      out(`Say what to do: ${USAGE}`);
      return 2;
    }
    return await withInstance((instance) =>
      asked === "status" ? showStops(instance, out) : accept(instance, asked, out),
    );
  },
};

interface Loss {
  readonly companyId: string;
  readonly reason: string;
  readonly person: string;
}

function readArguments(args: readonly string[]): "status" | Loss | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: "string" }, by: { type: "string" } },
    });
    const [verb, companyId = "", ...more] = positionals;
    const [reason, person] = [values.reason?.trim() ?? "", values.by?.trim() ?? loginName()];
    if (verb === "status" && companyId === "" && values.reason === undefined && values.by === undefined)
      return "status";
    if (verb !== "accept-loss" || more.length > 0 || !/^[0-9a-f-]{36}$/.test(companyId)) return undefined;
    if (!isRecordLine(reason, 500) || !isRecordLine(person, 200)) return undefined;
    return { companyId, reason, person };
  } catch {
    return undefined;
  }
}

const STRANGE =
  'The place for anchors is empty, not mounted, or another one. Mount it, or set ANCHORS_URL to the right place; if it is a new place, say so: "npm run exhibit -- recover anchors".';

const sentences: Readonly<Record<string, string>> = {
  "anchor-lost": "anchor lost: the record of what was signed last is missing or damaged",
  "ledger-forked": "forked: the ledger does not continue what was signed last",
};

/** Prints which ledgers are not signed; answers with the exit code. */
export async function showStops(
  instance: { readonly adminUrl: string; readonly anchors: Pick<AnchorStore, "assertReady"> },
  out: (line: string) => void,
): Promise<number> {
  if (
    await instance.anchors.assertReady?.().then(
      () => false,
      (error: unknown) => error instanceof StorageUnavailable,
    )
  )
    out(STRANGE);
  const stops = await asDefiner(instance, async (client) => {
    const { rows } = await client.query<{ id: string; name: string; failure: string; since: Date }>(
      `SELECT c.id, c.name, s.failure, s.since FROM app.signing_stops s JOIN app.companies c ON c.id = s.company_id
       WHERE c.deleted_at IS NULL ORDER BY s.since, c.id`,
    );
    return rows;
  });
  if (stops.length === 0) out("Every ledger that has grown is signed.");
  for (const { id, name, failure, since } of stops)
    out(`${id}  ${name}: ${sentences[failure] ?? failure}, since ${since.toISOString()}`);
  if (stops.length > 0) out("What to do: docs/operations/anchors.md");
  return 0;
}

/** Accepts a loss and prints what came of it; answers with the exit code. */
export async function accept(instance: LossDeps, loss: Loss, out: (line: string) => void): Promise<number> {
  try {
    const { company, oldOrigin, origin, vkey, last } = await acceptLoss(instance, loss);
    out(`The ledger of ${company} begins again as ${origin}.`);
    out(
      last
        ? `${oldOrigin} ended at ${last.size} entries, root ${last.root}.`
        : `Of ${oldOrigin} no signed checkpoint is known.`,
    );
    out(`Give auditors the new key: ${vkey}`);
    return 0;
  } catch (error) {
    if (error instanceof StrangeAnchors) {
      out(`Not accepted. ${STRANGE}`);
      return 1;
    }
    if (!(error instanceof LossRefused)) throw error;
    out(`Not accepted. ${error.message}`);
    return 1;
  }
}
