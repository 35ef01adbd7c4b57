/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "59186ea06d3aa0ac71b6cee5ad80afbc6e6e4e4bbea1c62176a002762aae4a80": "0.2.0-dev",
};
