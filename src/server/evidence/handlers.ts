import { suggestionWords } from "#catalog/suggestion-words.ts";
import { suggesterFor } from "#domain/control-suggestions.ts";
import { sql } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { storageOf } from "../blobs/storage.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import type { ReportReaders } from "../reading/report-readers.ts";
import { countPrivileged } from "./count-privileged.ts";
import { describeItem } from "./describe-item.ts";
import { downloadItem } from "./download.ts";
import { eraseItem } from "./erase.ts";
import { facetsOf } from "./facets.ts";
import { fileBatch } from "./file-batch.ts";
import { fileItem } from "./file-item.ts";
import { findItems, presentItem } from "./items.ts";
import { refileItem } from "./refile.ts";
import { renameItem } from "./rename.ts";
import { suggestFiling } from "./suggest-filing.ts";
import { restoreItem, withdrawItem } from "./withdraw.ts";
import { countItems, listItems, listOne } from "./list-items.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly signer: LedgerSigner;
  readonly readers: ReportReaders;
  readonly now: () => Date;
}

const suggest = suggesterFor(suggestionWords);

export function evidenceHandlers(deps: Deps): HandlersOf<"evidence"> {
  const { now } = deps;
  return {
    list: async ({ input, caller, tx }) => {
      const page =
        input.exhibit === undefined
          ? await listItems(tx, input, now(), caller.role === "auditor")
          : await listOne(tx, input.companyId, input.exhibit);
      const totals = await callFunction(tx, "app.evidence_totals", [[now()]]);
      const privileged = await countPrivileged(tx, input.companyId);
      return { ...page, items: page.items.map(presentItem), total: totals[0]?.total ?? 0, privileged };
    },
    count: ({ input, tx }) => countItems(tx, input, now()),
    facets: ({ tx }) => facetsOf(tx),
    same: async ({ input, tx }) => {
      const sha256 = Buffer.from(input.sha256, "hex");
      const items = await findItems(tx, input.companyId, sql`e.sha256 = ${sha256}`, 5);
      return items.map(presentItem).map(({ id, exhibit, name, withdrawn, matterId }) => ({
        id,
        exhibit,
        name,
        withdrawn,
        privileged: matterId !== null,
      }));
    },
    get: describeItem(deps),
    suggest: async ({ input, tx }) => {
      if (!(await callFunction(tx, "app.has_feature", ["ai-evidence"]))) return [];
      return suggest(input).map(({ control, words }) => ({ control, words: [...words] }));
    },
    suggestFiling: suggestFiling(deps),
    storage: ({ input, tx }) => storageOf(tx, input.companyId),
    file: fileItem(deps),
    fileMany: fileBatch(deps),
    download: downloadItem(deps),
    withdraw: withdrawItem,
    restore: restoreItem,
    erase: eraseItem(deps),
    rename: renameItem,
    refile: refileItem,
  };
}
