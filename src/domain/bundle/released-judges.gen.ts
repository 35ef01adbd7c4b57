/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "ed28e260f3e20509aab572dadc5346d1195027e604121d428ee3a78ccea26335": "0.2.0-dev",
};
