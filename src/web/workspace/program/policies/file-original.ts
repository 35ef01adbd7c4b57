import { policyControl } from "#contract/policies.ts";
import { contract } from "#web/contract.ts";
import { upload } from "#web/upload.ts";
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

/** Files a document that a policy is imported from, unless these very bytes are on file; answers its number as an exhibit. */
export async function fileOriginal({ file, key }: ChosenDocument, as: AsWhat): Promise<string> {
  const { companyId, title, controlId } = as;
  const known = await exhibitOf(companyId, new Uint8Array(await file.arrayBuffer()));
  if (known !== undefined) return known;
  const name = `${title.slice(0, 180)}, as imported`;
  const controls = controlId ?? policyControl;
  const input = { companyId, name, fileName: file.name.slice(0, 255), type: "Policy", controls } as const;
  return (await upload(contract.evidence.file, input, file, { key })).exhibit;
}
