import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { resourceChanges } from "#connectors/resource-changes.ts";
import type { ResourceChange } from "#connectors/resource-changes.ts";
import { checkSeenAt, partsSeenAt } from "#connectors/seen.ts";
import type { Account } from "#connectors/connector.ts";
import { controlOfCheck } from "#catalog/index.ts";
import { getProvider } from "#catalog/providers.ts";
import { collectedVerdicts } from "#judge/collected-verdicts.ts";
import type { CollectedVerdict } from "#judge/collected-verdicts.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { COLLECTED, formatSeen } from "#domain/ledger/run-line.ts";
import { collectedFigures } from "#domain/policies/shown-figures.ts";
import type { Tx } from "../db/as-caller.ts";
import { storeArtifact } from "../blobs/artifacts.ts";
import type { StoredArtifact } from "../blobs/artifacts.ts";
import { fileEvidence } from "../evidence/filing.ts";
import { recordAct } from "../ledger/record-act.ts";
import type { Beginning } from "./begin-run.ts";
import { endOfVerdict, lastsAsLong, writeChanges, writeChecks, writeVerdicts } from "./check-rows.ts";
import { asConnection, changeRun } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { digestOf, writeDocument } from "./exhibit-document.ts";
import type { ExhibitDocument } from "./exhibit-document.ts";
import { isExhibitLost, readExhibit } from "./last-run.ts";
import type { LastRun } from "./last-run.ts";
import type { Collecting } from "./run-collection.ts";

/** What a run came to. */
interface Outcome {
  readonly account: Account;
  /** Scopes that are missing. */
  readonly missing: readonly string[];
  readonly document: ExhibitDocument;
  /** By step, when it was observed. */
  readonly seenAt: ReadonlyMap<string, Date>;
  readonly requests: number;
}

/** An hour in which nothing changed renews the item that says so, until that is a day old or its file is no longer whole. */
const NEW_EXHIBIT_MS = 24 * 60 * 60_000;
const LIMIT = { bytes: 256 * 1024 * 1024, refusal: "file-too-large" } as const;

/**
 * Writes down what a run came to, all of it or nothing, and only while the run is ours: the exhibit or the one that says the same,
 * verdicts, where each check stands, what changed, the entry in the ledger and the end of the run.
 */
export async function publishRun(deps: Collecting, claim: Claim, begun: Beginning, outcome: Outcome): Promise<void> {
  const { slot, connector } = begun;
  const last = begun.last?.stands ? begun.last : undefined;
  const { document } = outcome;
  const digest = digestOf(document);
  const same = last?.digest.equals(digest) ?? false;
  const isFresh = same && slot.getTime() - last!.exhibitSlot.getTime() < NEW_EXHIBIT_MS;
  const { checks, manifest } = begun.connector;
  const judgedAt = new Date(document.judged?.at ?? document.run.observedAt);
  const verdicts = collectedVerdicts(checks, document.results, manifest.version, judgedAt);
  const isRenewable = async ({ evidenceId }: LastRun) =>
    // Whoever is told to collect a damaged file again gets a whole one, though nothing changed.
    !(await isExhibitLost(deps, claim, last!)) &&
    (await asConnection(deps.databases.user, claim, (tx) => lastsAsLong(tx, claim.companyId, evidenceId, verdicts)));
  const renewed = isFresh && (await isRenewable(last!)) ? last!.evidenceId : undefined;
  const before = last && !same ? await readExhibit(deps, claim, last) : undefined;
  // By other settings or decisions a check looks at other things, or judges in another way: nothing came, went or changed for that.
  const bySame = (name: "settings" | "exceptions") => isDeepStrictEqual(before?.[name], document[name]);
  const comparable = before && bySame("settings") && bySame("exceptions");
  const changes = comparable ? resourceChanges(connector.checks, before, document) : [];
  const all = { ...outcome, verdicts, digest, same, changes };
  if (renewed !== undefined) {
    await asConnection(deps.databases.user, claim, (tx) => write(deps, tx, claim, begun, all, { renewed }));
    return;
  }
  const store = deps.blobs(begun.storageLocationId);
  const bytes = writeDocument(document);
  const body = { bytes: Readable.from([bytes]), declaredBytes: bytes.length };
  const artifact = await storeArtifact(store, claim.companyId, deps.now(), body, LIMIT);
  try {
    await asConnection(deps.databases.user, claim, (tx) => write(deps, tx, claim, begun, all, { artifact }));
  } catch (error) {
    // Whether it was written is asked again: after a lost answer the row may be there, and its bytes must stay.
    if (!(await isFiled(deps, claim, artifact.id))) await store.remove(artifact.blobKey);
    throw error;
  }
}

interface Published extends Outcome {
  readonly verdicts: readonly CollectedVerdict[];
  readonly digest: Buffer;
  /** It says what the last run said. */
  readonly same: boolean;
  readonly changes: readonly ResourceChange[];
}

async function write(
  deps: Collecting,
  tx: Tx,
  claim: Claim,
  begun: Beginning,
  published: Published,
  how: { readonly renewed: string } | { readonly artifact: StoredArtifact },
): Promise<void> {
  const { document, verdicts, account, digest, same, changes } = published;
  const { connection, connector } = begun;
  const { companyId, connectionId, runId } = claim;
  const now = deps.now();
  const observedAt = new Date(document.run.observedAt);
  const outcomes = Object.fromEntries(document.results.map(({ checkId, outcome }) => [checkId, outcome]));
  const seen = partsSeenAt(connector.checks, published.seenAt, observedAt);
  const isNew = "artifact" in how;
  const judge = document.judged?.judge;
  // First of all: whoever lost the run stops here, before anything is written.
  await changeRun(tx, claim, {
    state: "done",
    finished_at: now,
    lease_until: null,
    step: "",
    steps_done: document.steps.length,
    steps_total: document.steps.length,
    items: document.items.length,
    requests: published.requests,
    steps: JSON.stringify(document.steps),
    outcomes: JSON.stringify(outcomes),
    digest,
    unchanged: !isNew,
    observed_at: observedAt,
    seen: JSON.stringify(Object.fromEntries(seen)),
    shown_figures: JSON.stringify(collectedFigures(document.items, observedAt)),
  });
  const evidenceId = isNew ? how.artifact.id : how.renewed;
  const source = connection.source ?? `${getProvider(connection.provider).name} (${account.label})`;
  if (isNew) await file(tx, begun, claim, { artifact: how.artifact, document, verdicts, seen, source, observedAt });
  if (isNew) await writeVerdicts(tx, { companyId, evidenceId, source, seen, judge: judge ?? null }, verdicts);
  const times = new Map(connector.checks.map((check) => [check.id, checkSeenAt(check, published.seenAt, observedAt)]));
  await writeChecks(tx, claim, { results: document.results, same, times });
  await writeChanges(tx, claim, timed(begun, changes, now));
  const { number } = await tx
    .selectFrom("app.evidence")
    .select("number")
    .where("company_id", "=", companyId)
    .where("id", "=", evidenceId)
    .executeTakeFirstOrThrow();
  await recordAct(tx, { userId: connectionId }, COLLECTED, {
    subject: connectionId,
    details: {
      provider: connection.provider,
      run: runId,
      exhibit: formatExhibitNumber(number),
      unchanged: !isNew,
      digest: digest.toString("hex"),
      ...(judge !== undefined && { judge }),
      // From these a stranger learns when a renewed item was last seen, and of which parts that is older than the run.
      observedAt: observedAt.toISOString(),
      seen: formatSeen(seen, observedAt),
      outcomes: Object.entries(outcomes).map(([id, outcome]) => `${id}: ${outcome}`),
    },
  });
  // The entry just made is the last one: the ledger stays locked until the transaction ends.
  await tx
    .updateTable("app.collection_runs")
    .set(({ selectFrom }) => ({
      evidence_id: evidenceId,
      ledger_index: selectFrom("app.ledger_heads")
        .select(({ eb }) => eb("size", "-", 1).as("seq"))
        .where("company_id", "=", companyId),
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", runId)
    .execute();
  await begun.parts.forget(tx);
  await tx
    .updateTable("app.connections")
    .set({
      account_label: account.label,
      account_facts: JSON.stringify(account.facts),
      granted: account.granted ? [...account.granted] : null,
      missing: [...published.missing],
    })
    .where("company_id", "=", companyId)
    .where("id", "=", connectionId)
    .execute();
}

/** Each change with the moments between which it happened: after its check was last looked at, and before now. */
function timed({ connector, last }: Beginning, changes: readonly ResourceChange[], now: Date) {
  const before = new Map(last?.steps.map(({ step, startedAt }) => [step, new Date(startedAt)]));
  const after = new Map(
    connector.checks.map((check) => [check.id, checkSeenAt(check, before, last?.observedAt ?? now)]),
  );
  return changes.map((change) => ({ ...change, after: after.get(change.checkId)!, before: now }));
}

interface Filing {
  readonly artifact: StoredArtifact;
  readonly document: ExhibitDocument;
  readonly verdicts: readonly CollectedVerdict[];
  /** By part, as "check/aspect", when it was observed. */
  readonly seen: ReadonlyMap<string, Date>;
  readonly source: string;
  readonly observedAt: Date;
}

async function file(
  tx: Tx,
  begun: Beginning,
  claim: Claim,
  { artifact, document, verdicts, seen, source, observedAt }: Filing,
): Promise<void> {
  const { name } = getProvider(begun.connection.provider);
  const decided = verdicts.filter(({ outcome }) => outcome !== "not applicable");
  // What it says of a control may be that it fails: as an item it must not count when its results no longer do.
  const countsUntil = new Map<string, Date>();
  for (const verdict of decided) {
    const { id } = controlOfCheck(verdict.checkId);
    const end = endOfVerdict(verdict, seen);
    if (end < (countsUntil.get(id) ?? Infinity)) countsUntil.set(id, end);
  }
  const day = document.run.slot.slice(0, 16).replace(":", "-");
  await fileEvidence(tx, begun.key, [
    {
      id: artifact.id,
      name: `${name}: ${document.account.label}`,
      type: "Config",
      source,
      collector: `Exhibit ${name} connector`,
      collectedAt: observedAt,
      controls: [...countsUntil.keys()],
      countsUntil,
      sha256: artifact.sha256,
      size: artifact.size,
      mediaType: "application/json",
      fileName: `${begun.connection.provider}-${day}.json`,
      blobKey: artifact.blobKey,
      artifactKey: artifact.key,
      idempotencyKey: `collection ${claim.runId}`,
    },
  ]);
}

async function isFiled({ databases }: Collecting, claim: Claim, id: string): Promise<boolean> {
  return await asConnection(databases.user, claim, async (tx) => {
    const row = await tx
      .selectFrom("app.evidence")
      .select("id")
      .where("company_id", "=", claim.companyId)
      .where("id", "=", id)
      .executeTakeFirst();
    return row !== undefined;
  }).catch(() => true);
}
