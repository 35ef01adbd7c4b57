import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { readRegisters } from "./read-registers.ts";
import type { RegistersAsked, RegistersRead } from "./read-registers.ts";

/** What registers are read from. */
export interface RegisterSources {
  readonly databases: Pick<Databases, "user" | "userUrl">;
  /** The bytes of an exhibit, as they come. Whoever asked has them to themselves. */
  readonly open: (evidenceId: string) => Promise<AsyncIterable<Uint8Array>>;
}

/** That a run took longer, or held more, than one may: another try would, too. */
export class RunTooLarge extends Error {}

/** Reads and judges the registers of a company. */
export interface RegisterReader {
  read(sources: RegisterSources, asked: RegistersAsked, signal: AbortSignal): Promise<RegistersRead | undefined>;
  close(): void;
}

/** Reads registers in this very thread, for tests and commands that have nobody else to answer. */
export const readerHere: RegisterReader = {
  read: async ({ databases, open }, asked) => {
    const { companyId } = asked;
    const bring = async (evidenceId: string) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of await open(evidenceId)) chunks.push(chunk);
      return Buffer.concat(chunks);
    };
    return await readRegisters(
      bring,
      (work) => asCaller(databases.user, { userId: companyId, companyId }, work),
      asked,
    );
  },
  close: () => {},
};
