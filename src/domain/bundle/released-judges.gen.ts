/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "76bc843842a4f42d470bd7bdca1752f94a2e0dd86bc27c50dc176dac1c4c32e9": "0.2.0-dev",
};
