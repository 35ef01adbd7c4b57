import type { BlobStore } from "../blobs/blob-store.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import type { Outbox } from "../mail/outbox.ts";
import { answerRequest } from "./answer.ts";
import { askForEvidence } from "./ask.ts";
import { listComments } from "./comment-list.ts";
import { writeComment } from "./comment.ts";
import { drawAuditSample } from "./draw-sample.ts";
import { listRequests } from "./request-list.ts";
import { drawRecordSample } from "./draw-record-sample.ts";
import { getSample, listSamples } from "./sample-list.ts";
import { readScope } from "./scope.ts";
import { listSealedRecords } from "./sealed-records.ts";
import { listSealedRegisters } from "./sealed-registers.ts";
import { settleRequest } from "./settle.ts";

interface Deps {
  readonly keys: Keys;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

export function auditHandlers(deps: Deps): HandlersOf<"audit"> {
  return {
    scope: readScope,
    requests: ({ input, tx }) => listRequests(tx, input.companyId, input.project),
    ask: askForEvidence(deps),
    answer: answerRequest(deps),
    settle: settleRequest,
    comments: ({ input, tx }) => listComments(tx, input),
    comment: writeComment(deps),
    samples: async ({ input, tx }) => (await listSamples(tx, input.companyId)).map(({ sample }) => sample),
    sample: drawAuditSample(deps),
    registers: listSealedRegisters(deps),
    records: listSealedRecords,
    sampleRecords: drawRecordSample(deps),
    getSample: ({ input, tx }) => getSample(tx, input.companyId, input.sampleId),
  };
}
