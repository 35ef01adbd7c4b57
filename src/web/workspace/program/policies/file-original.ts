import { policyControl } from "#contract/policies.ts";
import { sendFile } from "#web/send-file.ts";
import { exhibitOf } from "../exhibit-of.ts";

/** A document that somebody chose to import. */
export interface ChosenDocument {
  readonly file: File;
  /** One key for all tries, so that trying again never files it twice. */
  readonly key: string;
}

interface AsWhat {
  readonly companyId: string;
  readonly title: string;
  readonly controlId: string | null;
}

/** The exhibit that a document is on file as; undefined where it is not. Throws where it is privileged. */
export const knownOriginal = async (companyId: string, file: File): Promise<string | undefined> =>
  await exhibitOf(companyId, new Uint8Array(await file.arrayBuffer()));

/**
 * Files a document that a policy is imported from, unless these very bytes are on file; answers its number as an exhibit. A large one goes
 * in parts, and `onProgress` is told how much of it has left.
 */
export async function fileOriginal(
  { file, key }: ChosenDocument,
  { companyId, title, controlId }: AsWhat,
  onProgress: (share: number) => void,
): Promise<string> {
  const known = await knownOriginal(companyId, file);
  if (known !== undefined) return known;
  const name = `${title.slice(0, 180)}, as imported`;
  const facts = { type: "Policy", controls: controlId ?? policyControl } as const;
  const reports = {
    onProgress: (sent: number) => onProgress(file.size === 0 ? 0 : sent / file.size),
    onBroken: () => {},
    signal: new AbortController().signal,
  };
  const named = new File([file], file.name.slice(0, 255), { type: file.type });
  return (await sendFile({ companyId, file: named, name, key }, facts, reports)).exhibit;
}
