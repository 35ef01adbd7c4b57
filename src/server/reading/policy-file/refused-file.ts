/** Why a file is no policy, by the name of its failure. */
export type FileRefusal =
  | "policy-file-kind"
  | "policy-file-old"
  | "policy-file-locked"
  | "policy-file-macros"
  | "policy-file-tracked"
  | "policy-file-damaged"
  | "policy-file-unpacked"
  | "policy-file-empty"
  | "policy-file-long";

/** Thrown while a file is read, and caught by `readPolicyFile` alone. */
export class RefusedFile extends Error {
  readonly refusal: FileRefusal;
  constructor(refusal: FileRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
