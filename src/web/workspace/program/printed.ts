import { accessReview } from "#catalog/printed/access-review.ts";
import { acknowledgmentLog } from "#catalog/printed/acknowledgment-log.ts";
import { trainingCompletion } from "#catalog/printed/training-completion.ts";
import { trainingOutline } from "#catalog/printed/training-outline.ts";
import { findDocument } from "#catalog/index.ts";
import type { PrintedDocument } from "#domain/printed/layout.ts";

const named = ({ document: id }: PrintedDocument) => ({ id, title: findDocument(id)!.document.title });

/**
 * The expected documents that are printed from what stands beside registers; a register says its own. Asked for when a screen is drawn: the
 * catalog may lie in a file of scripts that this one's is needed by, and is not there yet while this is read.
 */
export const printed = {
  policies: () => [acknowledgmentLog].map(named),
  training: () => [trainingCompletion, trainingOutline].map(named),
  reviews: () => [accessReview].map(named),
};
