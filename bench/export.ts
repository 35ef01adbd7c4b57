import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { asCaller } from "#server/db/as-caller.ts";
import { writeBundle } from "#server/bundle/write-bundle.ts";
import { ZipWriter } from "#server/bundle/zip-writer.ts";
import { storeArtifact } from "#server/blobs/artifacts.ts";
import { getCompanyKey } from "#server/blobs/company-keys.ts";
import { fileEvidence } from "#server/evidence/filing.ts";
import { askExport } from "./asked-export.ts";
import { sampleItem } from "./instance.ts";
import type { Instance } from "./instance.ts";
import { compare } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const FILES = 200;
const BYTES = 1024 * 1024;

/** A bundle with decryption, hashes, proofs and manifest against reading the same plain files into the same ZIP. */
export async function exportRatio(instance: Instance): Promise<Ratio> {
  const { services } = instance.app;
  const companyId = await instance.found("Export");
  const caller = { userId: instance.userId, companyId };
  const within = <T>(work: Parameters<typeof asCaller<T>>[2]) => asCaller(instance.databases.user, caller, work);
  const { storage_location_id: location } = await within((tx) =>
    tx.selectFrom("app.companies").select("storage_location_id").where("id", "=", companyId).executeTakeFirstOrThrow(),
  );
  const plain: string[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const bytes = randomBytes(BYTES);
    const file = path.join(instance.folder, `plain-${index}`);
    await writeFile(file, bytes);
    plain.push(file);
    const artifact = await storeArtifact(
      services.blobs(location),
      companyId,
      new Date(),
      {
        bytes: (async function* () {
          yield bytes;
        })(),
        declaredBytes: BYTES,
      },
      { bytes: BYTES, refusal: "file-too-large" },
    );
    await within(async (tx) =>
      fileEvidence(tx, await getCompanyKey(tx, services.keys, companyId), [
        { ...sampleItem(index), ...artifact, artifactKey: artifact.key },
      ]),
    );
  }
  const { plan, seal } = await askExport(instance, within, companyId);
  const discard = async () => {};
  const [limit, product] = await compare(
    3,
    async () => {
      const zip = new ZipWriter(discard, { date: new Date() });
      for (const [index, file] of plain.entries()) await zip.addBytes(`file-${index}`, await readFile(file));
      await zip.finish();
    },
    async () => void (await writeBundle(services, plan, within, discard, discard, seal)),
  );
  const rate = (seconds: number) => Math.round((FILES * BYTES) / seconds / 1e6);
  return {
    what: "bundle export / plain read and zip of the same bytes",
    figures: `${rate(product)} / ${rate(limit)} MB a second`,
    ratio: limit / product,
    goal: { atLeast: 0.7 },
  };
}
