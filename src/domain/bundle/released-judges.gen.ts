/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "c1bc8bd4a53f5ad36d16393340507fd137ac6fd96723c8c87205ff4ca1740960": "0.2.0-dev",
};
