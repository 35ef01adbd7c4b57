/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "0c48ba7f4d1abfe6657cbe79df40f447124b93c39a41b85ef3a84420c1f401ef": "0.2.0-dev",
};
