import { toUtf8 } from "#domain/ledger/bytes.ts";
import { verifyArtifact } from "#web/verification/verify-artifact.ts";
import type { ArtifactVerdict } from "#web/verification/verify-artifact.ts";
import { sampleExhibit } from "./sample-exhibit.gen.ts";
import { sampleProof } from "./sample-proof.gen.ts";

/** Checks a text as the sample exhibit's file. */
export async function verifySample(artifact: string): Promise<ArtifactVerdict> {
  return await verifyArtifact(toUtf8(artifact), sampleExhibit.item, sampleProof);
}
