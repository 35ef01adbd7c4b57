import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import type { OwnSigner } from "./signer.ts";

/** Signs every ledger that has grown; a ledger that is not signed is said in the log. */
export async function signAll({ signer, log }: { readonly signer: OwnSigner; readonly log: Logger }): Promise<void> {
  try {
    await signer.signCheckpoints();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.error({ err: error }, "a ledger is not signed: npm run exhibit -- ledger status names it");
  }
}
