import { printReport } from "#domain/bundle/print-report.ts";
import { verdictOf } from "#domain/bundle/verdict.ts";
import type { VerifyOptions } from "#domain/bundle/verify-bundle.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { zipSource } from "#domain/bundle/zip-source.ts";
import { nodeZip } from "#server/zip/bundle-sources.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { inflate } from "#web/verification/bundle-page/inflate.ts";
import { nobleCryptography, nobleSums } from "#web/verification/bundle-page/noble-cryptography.ts";
import { forgeryOf, genuine } from "./forgeries.ts";

/** Longer than any of these small bundles may take, on a machine that has much else to do. */
const TOO_LONG_MS = 20_000;

interface Judged {
  readonly exitCode: number;
  readonly text: string;
  readonly ms: number;
}

/** What the command says of these bytes; with `asPage` by the page's cryptography and unpacking. */
export async function judge(bytes: Buffer, options: VerifyOptions, asPage = false): Promise<Judged> {
  const began = performance.now();
  const readAt = async (into: Uint8Array, position: number) => bytes.subarray(position).copy(into);
  const source = await zipSource(readAt, bytes.length, asPage ? { newSums: nobleSums, inflate } : nodeZip);
  const report = await verifyBundle(source, asPage ? nobleCryptography : nodeCryptography, options);
  return {
    exitCode: verdictOf(report).exitCode,
    text: printReport(report).join("\n"),
    ms: performance.now() - began,
  };
}

/** What is wrong with how the forgery of this seed was judged, a line each; nothing where it was found out. */
export async function judgeForgery(seed: number): Promise<string[]> {
  const { made, bytes, since, key = genuine.vkey } = await forgeryOf(seed);
  const faults: string[] = [];
  const fault = (what: string) => faults.push(`seed ${seed} (${made}): ${what}`);
  try {
    const withKey = await judge(bytes, { key, since });
    if (![1, 2].includes(withKey.exitCode)) fault(`exit code ${withKey.exitCode} with the key`);
    const without = await judge(bytes, { since });
    if (![1, 2, 3].includes(without.exitCode)) fault(`exit code ${without.exitCode} without the key`);
    if ((withKey.text + without.text).includes("VERIFIED")) fault("it says VERIFIED");
    if (seed % 10 === 0) {
      const asPage = await judge(bytes, { key, since }, true);
      if (asPage.text !== withKey.text) fault(`the page says ${asPage.text}`);
    }
    if (withKey.ms > TOO_LONG_MS) fault(`it took ${withKey.ms} ms`);
  } catch (error) {
    fault(`thrown: ${(error as Error).stack}`);
  }
  return faults;
}
