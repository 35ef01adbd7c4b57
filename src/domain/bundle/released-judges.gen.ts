/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e5a5d360501ee9b0413e6c069bcbb672227f45a7d70cde6391e4c1c4045efd25": "0.2.0-dev",
};
